import { makes } from "#shared/makes/sold-makes.ts";
import { readNumber } from "#shared/text/read-number.ts";
import { examineVin, normalizeVin } from "#shared/vin/vin.ts";
import type { ProductForm } from "./product-body.ts";

/** What the VIN's rules say about the VIN that is in the form. */
export function examineTypedVin({
  vin,
  category,
  year,
}: Pick<ProductForm, "vin" | "category" | "year">) {
  const make = makes.find((name) => name === category) ?? null;
  return examineVin(normalizeVin(vin), { make, year: readNumber(year) });
}
