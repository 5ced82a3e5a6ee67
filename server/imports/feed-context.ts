import type { Make } from "#shared/makes/all-makes.ts";
import type { FuelEconomyUnit, MileageUnit } from "#shared/listings/listing.ts";
import type { Rate } from "./facts/prices/convert-price.ts";
import type { Field } from "./headers/feed-fields.ts";
import type { DecimalMark } from "./facts/number-format.ts";
import type { Language } from "./headers/header-words.ts";

export type EngineUnit = "l" | "cc";
export type PowerUnit = "kw" | "hp" | "ps";
/** `null`: no unit is stated. `"mpg"`: miles per gallon, but which gallon is not stated. */
export type StatedEconomyUnit = FuelEconomyUnit | "mpg" | null;

/** Columns beside a price that say whether its amount is in major units (euros) or minor ones (cents). */
export type PriceScale = {
  /** Whether the price's own name says minor units: "centAmount", "priceInCents". */
  isMinor: boolean;
  signs: readonly ScaleSign[];
};
/**
 * `terms`: whether it is a monthly rate or without tax; `unit`: in words ("cents"); `flag`: "minorUnits"; `digits`:
 * "fractionDigits", which count only beside minor units.
 */
export type ScaleSign = {
  kind: "terms" | "unit" | "flag" | "digits";
  index: number;
  header: string;
};

/** A column of the feed that was recognized, with the units that its header states. */
export type Column = {
  index: number;
  header: string;
  field: Field;
  languages: readonly Language[];
  /** "mil": Swedish, 10 km. */
  distanceUnit: MileageUnit | "mil" | null;
  engineUnit: EngineUnit | null;
  economyUnit: StatedEconomyUnit;
  currencies: readonly string[] | null;
  powerUnit: PowerUnit | null;
  /** What shows whether amounts are in major or minor units; null: major. */
  scale: PriceScale | null;
  /** An unknown unit in brackets. Values of the column cannot be read. */
  unknownUnit: string | null;
  /** A numbered repetition of another header, such as "mileage2". */
  repeated: boolean;
  /** An advert's title that stands in for a column of models. */
  isTitle?: boolean;
  /** The operator's meaning of values, by folded text. */
  values: ReadonlyMap<string, string> | null;
};

/** A field, and what the column's values mean, by folded text. */
type MappedHeader = { field: Field; values: ReadonlyMap<string, string> };
/** The operator's `--map`, by folded header. `null` ignores a column. */
export type HeaderMap = ReadonlyMap<string, Field | MappedHeader | null>;
/** The operator's `--symbol`: the currency that a sign stands for. */
export type CurrencySymbols = ReadonlyMap<string, string>;

/** What the operator stated about a feed. Null: not stated. */
export type FeedOptions = {
  make: Make | null;
  currency: string | null;
  symbols: CurrencySymbols;
  rate: Rate | null;
  location: string | null;
  headerMap: HeaderMap;
  decimal: DecimalMark | null;
  distanceUnit: MileageUnit | null;
  mpg: "mpg_uk" | "mpg_us" | null;
  /** Also accept models that are not in the model table. */
  newModels: boolean;
};

/** Facts about the whole feed, gathered before any row is read. */
export type Evidence = {
  rows: number;
  /** By column index. */
  marks: ReadonlyMap<number, DecimalMark | null>;
  /** The currency of the feed: from the options, or the only one that its prices name. */
  currency: string | null;
  currencySource: string;
  /** The currencies that rows state, whatever the options say. */
  stated: ReadonlySet<string>;
  /** Units found in values of the mileage columns. */
  distanceUnits: ReadonlySet<MileageUnit>;
  /** Whether columns that are said to be in mil have too many distances that are likelier kilometers. */
  isMilDoubtful: boolean;
  /** The columns called mileage that are mostly fuel consumption ("20.68 kmpl", "17.5"), by index. */
  consumptionColumns: ReadonlySet<number>;
  /** The columns of mileages that have three digits for most cars, although these are old. */
  thousandsColumns: ReadonlySet<number>;
  fileMake: Make | null;
};

/** Everything that reading a row depends on, apart from its cells. */
export type FeedContext = {
  columns: ReadonlyMap<Field, readonly Column[]>;
  /** The columns that may say in words that a car is damaged, by index: their headers. */
  textColumns: ReadonlyMap<number, string>;
  evidence: Evidence;
  options: FeedOptions;
  /** The currency that needs no rate; null if it does not matter. */
  shopCurrency: string | null;
  now: Date;
};
