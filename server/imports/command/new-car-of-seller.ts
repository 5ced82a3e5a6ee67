import { randomUUID } from "node:crypto";
import { carKeysOf } from "#server/car-history/public.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { FeedFacts } from "../listing-facts.ts";
import type { NewCar } from "../new-car-store.ts";
import type { CarNumbers, ReadListing } from "../to-listing.ts";

/** A car that a file of a seller lists. */
export type FileCar = NewCar & { fingerprint: string };

/** A row's car as a new listing of a seller, with the keys that find its history again. */
export function newCarOf(
  { facts, numbers, fingerprint, sourceFile, sourceRow }: ReadListing,
  sellerId: string,
  digest: Secrets["digest"],
): FileCar {
  addCarKeys(facts, numbers, sellerId, digest);
  return { id: randomUUID(), facts, fingerprint, sourceFile, sourceRow };
}

/** Adds the keys of a car's history (`carKeysOf`), as hexadecimal digits, to what was read of it. */
export function addCarKeys(
  facts: FeedFacts,
  numbers: CarNumbers | null | undefined,
  sellerId: string,
  digest: Secrets["digest"],
): void {
  if (!numbers) return;
  const { make, model, year } = facts;
  const keys = carKeysOf({ sellerId, make: make!, model, year, ...numbers }, digest);
  if (keys.length > 0) facts.carKeys = keys.map((key) => key.toString("hex"));
}
