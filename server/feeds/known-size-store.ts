import { and, count, eq, sql } from "drizzle-orm";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { feedCarTable, feedTable } from "./feed-table.ts";
import { isImported, isRemembered } from "./imported-listing-store.ts";
import { saidForPlan } from "./known-car-store.ts";

/** The cars of a seller that a plan of a feed, which need not exist yet, is compared with. */
export type WhichCars = { sellerId: string; feedId: string | null; namesIds: boolean };

const ofSeller = (sellerId: string) =>
  and(eq(listingTable.sellerId, sellerId), isImported, isRemembered);

/** How many cars a seller's feeds know, with the imported ones in no feed. */
export async function countKnownCars(executor: Executor, sellerId: string): Promise<number> {
  const [inFeeds] = await executor
    .select({ cars: count() })
    .from(feedCarTable)
    .innerJoin(feedTable, eq(feedTable.id, feedCarTable.feedId))
    .where(eq(feedTable.sellerId, sellerId));
  const [imported] = await executor
    .select({ cars: count() })
    .from(listingTable)
    .where(ofSeller(sellerId));
  return inFeeds!.cars + imported!.cars;
}

const text = sql`octet_length(${listingTable.description})`;
const total = (bytes: ReturnType<typeof sql>) => sql`coalesce(sum(${bytes}), 0)`.mapWith(Number);

/** The bytes of what a plan loads of a feed's cars and the imported ones. Those of other feeds have few. */
export async function sumKnownBytes(
  executor: Executor,
  { sellerId, feedId, namesIds }: WhichCars,
): Promise<number> {
  const said = saidForPlan(namesIds);
  const inFeed = feedId
    ? await executor
        .select({
          // A listing that shows what its feed said is one object with it.
          bytes: total(sql`octet_length(${said}::text)
            + case when ${listingTable.description} = ${feedCarTable.said} ->> 'description' then 0 else ${text} end`),
        })
        .from(feedCarTable)
        .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
        .where(eq(feedCarTable.feedId, feedId))
    : [];
  const [imported] = await executor
    .select({
      bytes: total(sql`${text} + coalesce(octet_length(${listingTable.details}::text), 0)`),
    })
    .from(listingTable)
    .where(ofSeller(sellerId));
  return (inFeed[0]?.bytes ?? 0) + imported!.bytes;
}
