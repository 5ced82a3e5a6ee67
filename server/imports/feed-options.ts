import type { Make } from "#shared/categories/category.ts";
import type { MileageUnit } from "#shared/listings/listing.ts";
import type { Rate } from "./convert-price.ts";
import type { HeaderMap } from "./map-headers.ts";
import type { DecimalMark } from "./number-format.ts";

/** What the operator said of a feed, which the feed itself may leave unsaid. Null: not said. */
export type FeedOptions = {
  make: Make | null;
  currency: string | null;
  rate: Rate | null;
  location: string | null;
  headerMap: HeaderMap;
  decimal: DecimalMark | null;
  distanceUnit: MileageUnit | null;
  mpg: "mpg_uk" | "mpg_us" | null;
  /** Also accept models that the model table does not know. */
  newModels: boolean;
};
