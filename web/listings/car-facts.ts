import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";

type Facts = Pick<OwnProduct, "year" | "mileage" | "mileageUnit" | "stockNumber">;

/** What tells a car in a table from others of its name: year, mileage and stock number. */
export function carFacts({ year, mileage, mileageUnit, stockNumber }: Facts): string {
  return [
    year?.toString(),
    mileage === null ? null : `${formatNumber(mileage)} ${mileageUnit ?? ""}`.trim(),
    stockNumber,
  ]
    .filter(Boolean)
    .join(" · ");
}
