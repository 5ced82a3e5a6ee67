import type { Fuel, Transmission } from "#shared/listings/listing.ts";
import { formatMajor } from "#shared/money/money.ts";

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

/**
 * Sort orders of a search; `value` is by price label, then by how far the price is below the estimate. Cars without the
 * value that they are sorted by come last.
 */
export const sortLabels = {
  best: "Best match",
  newest: "Newest first",
  value: "Best value",
  "price-asc": "Lowest price first",
  "price-desc": "Highest price first",
  "year-desc": "Newest model year first",
  "year-asc": "Oldest model year first",
  "mileage-asc": "Lowest mileage first",
  "mileage-desc": "Highest mileage first",
} as const;

/** An end of a range; undefined or null if it is open. */
export type End = number | null | undefined;

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

export function seatsLabel(low: End, high: End): string {
  const count = low === high ? String(low) : rangeLabel(low, high, String);
  return `${count} ${low === 1 && high === 1 ? "seat" : "seats"}`;
}

export function colourLabel(colour: string): string {
  // The API's value is British.
  if (colour === "grey") return "Gray";
  return colour.charAt(0).toUpperCase() + colour.slice(1);
}

function rangeLabel(low: End, high: End, format: (value: number) => string): string {
  if (low == null) return `Up to ${format(high!)}`;
  if (high == null) return `At least ${format(low)}`;
  return `${format(low)}–${format(high)}`;
}
