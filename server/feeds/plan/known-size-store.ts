import { and, count, eq, or, sql, type SQL } from "drizzle-orm";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { feedCarTable, feedTable } from "../feed-table.ts";
import { isAdoptable, isInFeed } from "../apply/imported-listing-store.ts";
import { isNamed, saidForPlan } from "./known-car-store.ts";

/** The cars of a seller that a plan of a feed, which need not exist yet, is compared with. */
export type WhichCars = {
  sellerId: string;
  feedId: string | null;
  /** The listings that rows name by their id. */
  named: readonly string[];
  fingerprints: readonly string[];
};

/** How many cars a seller's feeds know, with the imported ones in no feed and those that rows name. */
export async function countKnownCars(executor: Executor, which: WhichCars): Promise<number> {
  const [inFeeds] = await executor
    .select({ cars: count() })
    .from(feedCarTable)
    .innerJoin(feedTable, eq(feedTable.id, feedCarTable.feedId))
    .where(eq(feedTable.sellerId, which.sellerId));
  const [others] = await executor
    .select({ cars: count() })
    .from(listingTable)
    .where(or(isAdoptable(which), and(isNamed(which), sql`not ${isInFeed}`)));
  return inFeeds!.cars + others!.cars;
}

/**
 * The bytes of a text in memory: V8 keeps a text with a letter beyond Latin-1 in two bytes a letter. `offset 0` keeps
 * PostgreSQL from unpacking the text for each of its lengths.
 */
const textBytes = (text: SQL) => sql`coalesce((select
    case when bytes = letters then bytes else greatest(bytes, 2 * letters) end
  from (select octet_length(one) as bytes, char_length(one) as letters
    from (select ${text} as one offset 0) as texts) as lengths), 0)`;
const total = (bytes: SQL) => sql`coalesce(sum(${bytes}), 0)`.mapWith(Number);

const description = textBytes(sql`${listingTable.description}`);

/**
 * The bytes that a plan loads about a feed's cars, imported cars and cars that rows name. Cars of other feeds take few.
 */
export async function sumKnownBytes(executor: Executor, which: WhichCars): Promise<number> {
  const feedFacts = saidForPlan(which.named.length > 0);
  const inFeed = which.feedId
    ? await executor
        .select({
          // If the shop shows the feed's description unchanged, both are one text in memory. For other facts, which are
          // short, the JSON with their names is counted.
          bytes:
            total(sql`octet_length((${feedCarTable.feedFacts} - array['carKeys', 'description', 'imageUrls'])::text)
            + ${textBytes(sql`${feedCarTable.feedFacts} ->> 'description'`)}
            + ${textBytes(sql`${feedFacts} ->> 'imageUrls'`)}
            + case when ${listingTable.description} = ${feedCarTable.feedFacts} ->> 'description'
              then 0 else ${description} end`),
        })
        .from(feedCarTable)
        .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
        .where(eq(feedCarTable.feedId, which.feedId))
    : [];
  const ofListings = async (where: SQL | undefined) => {
    const details = sql`coalesce(octet_length(${listingTable.details}::text), 0)`;
    const [listings] = await executor
      .select({ bytes: total(sql`${description} + ${details}`) })
      .from(listingTable)
      .where(where);
    return listings!.bytes;
  };
  const named = which.named.length > 0 ? await ofListings(isNamed(which)) : 0;
  return (inFeed[0]?.bytes ?? 0) + (await ofListings(isAdoptable(which))) + named;
}
