import { carKeysOf } from "#server/car-history/public.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { ImportRow, Seller } from "./import-store.ts";
import type { ReadListing } from "../to-listing.ts";

/** The listing of a seller, with the keys that find its car's history again. */
export function listingOf(
  { numbers, ...facts }: ReadListing,
  seller: Pick<Seller, "id" | "phone">,
  digest: Secrets["digest"],
): ImportRow {
  const { make, model, year } = facts;
  const car = { make, model: model ?? null, year: year ?? null };
  return {
    ...facts,
    sellerId: seller.id,
    phone: seller.phone,
    carKeys: numbers ? hexKeysOf({ sellerId: seller.id, ...car, ...numbers }, digest) : [],
  };
}

/** The keys of a car's history (`carKeysOf`) as hexadecimal digits. */
export const hexKeysOf = (
  car: Parameters<typeof carKeysOf>[0],
  digest: Secrets["digest"],
): string[] => carKeysOf(car, digest).map((key) => key.toString("hex"));
