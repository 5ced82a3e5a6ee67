import type { Make } from "#shared/categories/category.ts";
import type {
  BodyType,
  Condition,
  Fuel,
  FuelEconomyUnit,
  MileageUnit,
  Transmission,
} from "#shared/listings/listing.ts";

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
export type ReadRow = { car: FeedCar; leftOut: Remark[] } | { faults: Remark[] };
