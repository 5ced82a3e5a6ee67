import { dateFormat } from "#shared/dates/date-format.ts";
import { bodyNames } from "#shared/listings/body-names.ts";
import type { Colour } from "#shared/listings/colour.ts";
import { mostSeats, type Fuel, type Transmission } from "#shared/listings/listing.ts";
import { millimetersPerMile } from "#shared/listings/mileage.ts";
import { priceLabelTexts, type PriceLabel } from "#shared/listings/price-label.ts";
import type { Make } from "#shared/makes/all-makes.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import {
  colourLabel,
  engineLabel,
  fuelLabels,
  mileageLabel,
  priceLabel,
  seatsLabel,
  transmissionLabels,
  yearLabel,
  type End,
} from "./filter-labels.ts";

/** A filter with a lower and an upper end, `yearMin` and `yearMax`, both included. It takes numbers from 0. */
export type Range = {
  kind: "range";
  /** What its fields are called in the form. */
  title: string;
  /** What a search without it leaves out: "the price limit". */
  noun: string;
  /** The unit of its parameters, for the API's document. */
  unit?: string;
  max: number;
  isWhole: boolean;
  /** A number that someone might type. */
  example: number;
  /** A number of its fields. */
  format: (value: number, currency: string) => string;
  label: (low: End, high: End, currency: string) => string;
  column: {
    /** One unit of the filter in the unit of the column; the price's are minor units of the currency. */
    unit: number | "minor";
    /** The lowest value that is known. */
    lowest: 0 | 1;
    /** Whether the histogram's buckets may have decimals. */
    hasDecimals: boolean;
  };
};

const range = (of: Omit<Range, "kind">): Range => ({ kind: "range", ...of });

/** A filter with several values, any of which may match. */
function values<Value extends string>(
  title: string,
  noun: string,
  label: (value: Value) => string = String,
) {
  return { kind: "values" as const, title, noun, label };
}

/**
 * Every filter of a search, in the order of its parameters. URLs, the API's contract, the form, chips and labels, and the
 * matching and counting of cars follow from it.
 */
export const filterTable = {
  make: values<Make>("Make", "choice of brands"),
  model: values<string>("Model", "choice of models"),
  body: values("Body", "choice of body types", (body: BodyType) => bodyNames[body]),
  fuel: values("Fuel", "choice of fuels", (fuel: Fuel) => fuelLabels[fuel]),
  transmission: values(
    "Transmission",
    "choice of transmissions",
    (transmission: Transmission) => transmissionLabels[transmission],
  ),
  colour: values<Colour>("Color", "choice of colors", colourLabel),
  priceLabel: values(
    "Price rating",
    "choice of price labels",
    (label: PriceLabel) => priceLabelTexts[label],
  ),
  year: range({
    title: "Year",
    noun: "limit on the year",
    max: 9_999,
    isWhole: true,
    example: 2018,
    format: String,
    label: yearLabel,
    column: { unit: 1, lowest: 1, hasDecimals: false },
  }),
  price: range({
    title: "Price",
    noun: "price limit",
    unit: "In major units of the shop's currency",
    max: 1e12,
    isWhole: false,
    example: 20_000,
    format: formatMajor,
    label: priceLabel,
    column: { unit: "minor", lowest: 1, hasDecimals: false },
  }),
  mileage: range({
    title: "Mileage in miles",
    noun: "mileage limit",
    unit: "In miles",
    max: 10_000_000,
    isWhole: true,
    example: 30_000,
    format: formatNumber,
    label: (low, high) => mileageLabel(low, high),
    column: { unit: millimetersPerMile, lowest: 0, hasDecimals: false },
  }),
  engine: range({
    title: "Engine size in liters",
    noun: "limit on the engine size",
    unit: "In liters",
    max: 100,
    isWhole: false,
    example: 2.5,
    format: String,
    label: engineLabel,
    column: { unit: 1_000, lowest: 1, hasDecimals: true },
  }),
  seats: range({
    title: "Seats",
    noun: "limit on the seats",
    max: mostSeats,
    isWhole: true,
    example: 5,
    format: String,
    label: seatsLabel,
    column: { unit: 1, lowest: 1, hasDecimals: false },
  }),
  location: {
    kind: "text",
    noun: "location",
    label: (place: string) => `In ${place}`,
  },
  verified: {
    kind: "flag",
    noun: "limit to verified sellers",
    label: () => "Verified sellers",
  },
  newSince: {
    kind: "text",
    noun: "limit to new listings",
    label: (moment: string) => `Listed since ${dayOf(moment)}`,
  },
} as const;

/** In UTC, so that server and browser write the same. The format is slow to make and rarely needed. */
function dayOf(moment: string): string {
  return dateFormat({ dateStyle: "long", timeZone: "UTC" })(moment);
}
