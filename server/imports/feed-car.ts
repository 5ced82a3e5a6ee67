import type { Make } from "#shared/categories/category.ts";
import type {
  BodyType,
  Condition,
  Fuel,
  FuelEconomyUnit,
  MileageUnit,
  Transmission,
} from "#shared/listings/listing.ts";

/** A car as one row of a feed states it, in the shop's words; null where the row does not say. */
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

/** Why a row, or one fact of it, is not taken; `column` is the feed's own header. */
export type Remark = { column: string; reason: string };
export type ReadRow = { car: FeedCar; leftOut: Remark[] } | { faults: Remark[] };
