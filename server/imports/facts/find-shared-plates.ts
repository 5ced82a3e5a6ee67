import { plateOf } from "#shared/listings/car-numbers.ts";
import type { Feed } from "../inspect-feed.ts";
import { createIdentityReader } from "../read-feed.ts";

/** The registrations that several rows of a feed have, as `plateOf` reads them: they identify none of their cars. */
export async function findSharedPlates(feed: Feed, mostRows = Infinity): Promise<Set<string>> {
  const shared = new Set<string>();
  if (!feed.columns.some(({ field }) => field === "registration")) return shared;
  const seen = new Set<string>();
  const readIdentity = createIdentityReader(feed);
  let rows = 0;
  for await (const { cells } of feed.records()) {
    if (rows === mostRows) break;
    rows += 1;
    const plate = plateOf(readIdentity(cells).registration);
    if (plate === null) continue;
    if (seen.has(plate)) shared.add(plate);
    else seen.add(plate);
  }
  return shared;
}
