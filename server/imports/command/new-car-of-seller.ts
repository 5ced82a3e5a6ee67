import { randomUUID } from "node:crypto";
import { carKeysOf } from "#server/car-history/public.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { NewCar } from "../new-car-store.ts";
import type { ReadListing } from "../to-listing.ts";

/** A row's car as a new listing of a seller, with the keys that find its history again. */
export function newCarOf(
  { facts, numbers, ...row }: ReadListing,
  sellerId: string,
  digest: Secrets["digest"],
): NewCar {
  const { make, model, year } = facts;
  const keys = numbers ? hexKeysOf({ sellerId, make: make!, model, year, ...numbers }, digest) : [];
  return { ...row, id: randomUUID(), facts: { ...facts, carKeys: keys } };
}

/** The keys of a car's history (`carKeysOf`) as hexadecimal digits. */
export const hexKeysOf = (
  car: Parameters<typeof carKeysOf>[0],
  digest: Secrets["digest"],
): string[] => carKeysOf(car, digest).map((key) => key.toString("hex"));
