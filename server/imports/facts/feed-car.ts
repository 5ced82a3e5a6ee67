import type { Make } from "#shared/makes/all-makes.ts";
import type {
  Condition,
  Drive,
  Fuel,
  FuelEconomyUnit,
  MileageUnit,
  ServiceHistory,
  Transmission,
} from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";

/** A car as stated by one row of a feed, in the shop's own terms; null for what the row does not state. */
export type FeedCar = {
  make: Make;
  model: string;
  year: number;
  mileage: number;
  mileageUnit: MileageUnit;
  fuel: Fuel | null;
  transmission: Transmission | null;
  engineSizeCc: number | null;
  bodyType: BodyType | null;
  bodyTypeTypical: boolean;
  fuelEconomy: number | null;
  fuelEconomyUnit: FuelEconomyUnit | null;
  sourceTaxMinor: number | null;
  colour: string | null;
  vin: string | null;
  condition: Condition | null;
  description: string;
  location: string;
  sourceCurrency: string;
  sourcePriceMinor: number;
};

/** Why a row, or one value of it, was not imported. `column` is the feed's header. */
export type Remark = { column: string; reason: string };

/** What a row says about its advert and its equipment. It identifies the car in the next version of the feed. */
export type SourceFacts = {
  title: string | null;
  trim: string | null;
  stockNumber: string | null;
  advertId: string | null;
  registration: string | null;
  advertUrl: string | null;
  imageUrls: string[];
  postcode: string | null;
  powerKw: number | null;
  doors: number | null;
  seats: number | null;
  drive: Drive | null;
  previousKeepers: number | null;
  serviceHistory: ServiceHistory | null;
  /** Year and month. */
  firstRegistration: string | null;
  options: string[];
};

/**
 * `otherMake` and `damaged` rows are correct but not sold here, and `notForSale` ones are sold, reserved or withdrawn; a
 * row with `faults` can be corrected.
 */
type RefusalKind = "faults" | "otherMake" | "damaged" | "notForSale";
/** `seen` is what can be read about the car of a row with faults. */
export type Refusal = { kind: RefusalKind; faults: Remark[]; seen?: SeenFacts };
/** Facts of a row that was refused; those that are missing could not be read. */
export type SeenFacts = Partial<
  Pick<
    FeedCar,
    | "make"
    | "model"
    | "year"
    | "mileage"
    | "fuel"
    | "transmission"
    | "engineSizeCc"
    | "colour"
    | "description"
    | "sourcePriceMinor"
  >
>;
/** What can identify the car of a row, even of one that is refused. */
export type RowIdentity = Pick<SourceFacts, "stockNumber" | "advertId" | "registration"> & {
  vin: string | null;
  /**
   * A dealer's own number. It is not in a listing's fingerprint, so that the fingerprints of earlier versions stay
   * valid.
   */
  reference: string | null;
};
/** `leftOut` are facts of the car, `sourceLeftOut` facts of the advert that could not be read. */
export type Accepted = {
  car: FeedCar;
  source: SourceFacts;
  leftOut: Remark[];
  sourceLeftOut: Remark[];
};
export type ReadRow = Accepted | Refusal;
