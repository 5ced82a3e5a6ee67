import { dateFormat } from "#shared/dates/date-format.ts";
import { bodyNames } from "#shared/listings/body-names.ts";
import type { Fuel, Transmission } from "#shared/listings/listing.ts";
import { formatMajor } from "#shared/money/money.ts";
import { priceLabelTexts } from "#shared/listings/price-label.ts";
import type { SearchFilters, SearchPart, SearchSort } from "./search-filters.ts";

export const fuelLabels: Record<Fuel, string> = {
  petrol: "Petrol",
  diesel: "Diesel",
  hybrid: "Hybrid",
  "plug-in hybrid": "Plug-in hybrid",
  electric: "Electric",
  lpg: "LPG",
  other: "Other fuel",
};
export const transmissionLabels: Record<Transmission, string> = {
  manual: "Manual",
  automatic: "Automatic",
  "semi-automatic": "Semi-automatic",
};

export const sortLabels: Record<SearchSort, string> = {
  best: "Best match",
  newest: "Newest first",
  value: "Best value",
  "price-asc": "Lowest price first",
  "price-desc": "Highest price first",
  "year-desc": "Newest model year first",
  "year-asc": "Oldest model year first",
  "mileage-asc": "Lowest mileage first",
  "mileage-desc": "Highest mileage first",
};

type End = number | null | undefined;

export function yearLabel(low: End, high: End): string {
  if (low === high) return String(low);
  if (low == null) return `${high} or older`;
  return high == null ? `${low} or newer` : `${low}–${high}`;
}

export function priceLabel(low: End, high: End, currency: string): string {
  return rangeLabel(low, high, (value) => formatMajor(value, currency));
}

export function mileageLabel(low: End, high: End, unit: "miles" | "km" = "miles"): string {
  return `${rangeLabel(low, high, (value) => value.toLocaleString("en-US"))} ${unit}`;
}

/** Sizes in liters, as they are usually given: 1.95 to 2.04 is "2.0 L". */
export function engineLabel(low: End, high: End): string {
  const isOne = low != null && high != null && high - low < 0.1;
  if (isOne) return `${((low + high) / 2).toFixed(1)} L`;
  return `${rangeLabel(low, high, (value) => value.toFixed(1))} L`;
}

export function colourLabel(colour: string): string {
  // The API's value is British.
  if (colour === "grey") return "Gray";
  return colour.charAt(0).toUpperCase() + colour.slice(1);
}

/** The label of one part of a search, for example of its price range. Free text is quoted. */
export function partLabel(
  part: SearchPart,
  filters: SearchFilters,
  { text, currency }: { text: string; currency: string },
): string {
  const list = (labels: string[] | undefined) => (labels ?? []).join(" or ");
  switch (part) {
    case "text":
      return `“${text}”`;
    case "make":
    case "model":
      return list(filters[part]);
    case "body":
      return list(filters.body?.map((body) => bodyNames[body]));
    case "fuel":
      return list(filters.fuel?.map((fuel) => fuelLabels[fuel]));
    case "transmission":
      return list(filters.transmission?.map((one) => transmissionLabels[one]));
    case "colour":
      return list(filters.colour?.map(colourLabel));
    case "priceLabel":
      return list(filters.priceLabel?.map((label) => priceLabelTexts[label]));
    case "year":
      return yearLabel(filters.yearMin, filters.yearMax);
    case "price":
      return priceLabel(filters.priceMin, filters.priceMax, currency);
    case "mileage":
      return mileageLabel(filters.mileageMin, filters.mileageMax);
    case "engine":
      return engineLabel(filters.engineMin, filters.engineMax);
    case "location":
      return `In ${filters.location}`;
    case "verified":
      return "Verified sellers";
    case "newSince":
      return `Listed since ${dayOf(filters.newSince!)}`;
  }
}

/** What a search without one of its parts leaves out, in words that follow "without": "the price limit". */
export function droppedLabel(
  part: SearchPart,
  filters: SearchFilters,
  context: { text: string; currency: string },
): string {
  const values = filters[part as keyof SearchFilters];
  const name = nounsOfParts[part];
  // Of many values, as in "not diesel", the filter's name is clearer than a list.
  const isList = Array.isArray(values) && values.length <= 2;
  return name === undefined || isList ? partLabel(part, filters, context) : `the ${name}`;
}

const nounsOfParts: Partial<Record<SearchPart, string>> = {
  make: "choice of brands",
  model: "choice of models",
  body: "choice of body types",
  fuel: "choice of fuels",
  transmission: "choice of transmissions",
  colour: "choice of colors",
  priceLabel: "choice of price labels",
  year: "limit on the year",
  price: "price limit",
  mileage: "mileage limit",
  engine: "limit on the engine size",
  location: "location",
  verified: "limit to verified sellers",
  newSince: "limit to new listings",
};

/** In UTC, so that server and browser write the same. The format is slow to make and rarely needed. */
function dayOf(moment: string): string {
  return dateFormat({ dateStyle: "long", timeZone: "UTC" })(moment);
}

function rangeLabel(low: End, high: End, format: (value: number) => string): string {
  if (low == null) return `Up to ${format(high!)}`;
  if (high == null) return `At least ${format(low)}`;
  return `${format(low)}–${format(high)}`;
}
