import { and, eq, sql, type SQL } from "drizzle-orm";
import type { CarDetails } from "#shared/listings/car-details.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { sameDetails, type KeptReason, type KnownCar } from "../feed-facts.ts";
import { factsOf, isOffByHand, isTaken, shownColumns } from "../feed-store.ts";
import { feedCarTable } from "../feed-table.ts";
import { editIdentity } from "../match/identify-cars.ts";
import { keptReasonOf } from "./kept-reason-of.ts";
import {
  feedFields,
  type FeedFacts,
  type ListedFacts,
  type ListedField,
} from "#server/imports/public-reading.ts";

function reasonToKeep({
  isTaken: taken,
  isRetired,
  isWithdrawn,
  isByHand,
  isRemoved,
}: Record<
  "isTaken" | "isRetired" | "isWithdrawn" | "isByHand" | "isRemoved",
  boolean
>): KeptReason | null {
  if (taken) return "booked";
  if (isRemoved) return "removed";
  return isByHand || (isWithdrawn && !isRetired) ? "withdrawn" : null;
}

const knownAtOnce = 4_000;

/**
 * What a plan needs to know of what a feed said about a car. It leaves out the keys of the car's history and, unless
 * rows name cars by their id here, the photos of a car that is gone.
 */
export const saidForPlan = (namesIds: boolean): SQL =>
  namesIds
    ? sql`(${feedCarTable.feedFacts} - 'carKeys')`
    : sql`(${feedCarTable.feedFacts} - case when ${feedCarTable.isRetired}
        then array['carKeys', 'imageUrls'] else array['carKeys'] end)`;

/**
 * Every car that a feed has listed, on sale or not.
 * @param namesIds whether rows that are compared with them name cars by their id here
 */
export async function listKnownCars(
  executor: Executor,
  feedId: string,
  { namesIds = false } = {},
): Promise<KnownCar[]> {
  const cars: KnownCar[] = [];
  const feedFacts = saidForPlan(namesIds);
  // Not lazy, as the query itself would be.
  const readAfter = async (identity: string) =>
    (await executor.execute<KnownRow>(knownAfter(feedId, identity, feedFacts))).rows;
  for (let reading: Promise<KnownRow[]> | null = readAfter(""); reading;) {
    const rows: KnownRow[] = await reading;
    // The database finds the next ones while these are prepared.
    reading = rows.length === knownAtOnce ? readAfter(rows.at(-1)!.identity) : null;
    for (const row of rows) cars.push(knownCar(row));
  }
  return cars;
}

type KnownRow = {
  identity: string;
  listing_id: string;
  is_retired: boolean;
  feed_facts: FeedFacts;
  is_withdrawn: boolean;
  /** Its seller deleted it, or took it off sale after the feed had. */
  is_by_hand: boolean;
  is_removed: boolean;
  is_taken: boolean;
  /** The columns of `feedFields`, in their order, and the details. */
  shown: (ListedFacts[ListedField] | CarDetails | null)[];
};

// What the shop shows comes as one value, because a feed has tens of thousands of cars and each of their columns would
// cost more to receive than to compare.
function knownAfter(feedId: string, identity: string, feedFacts: SQL): SQL {
  const shown = sql.join(
    [...feedFields, "details" as const].map((field) => sql`${shownColumns[field]}`),
    sql`, `,
  );
  return sql`select ${feedCarTable.identity}, ${feedCarTable.listingId}, ${feedCarTable.isRetired},
      ${feedFacts} as feed_facts, ${listingTable.withdrawnAt} is not null as is_withdrawn,
      ((${listingTable.withdrawnAt} is not null and ${listingTable.offSaleAt} is null)
        or ${isOffByHand} is true) as is_by_hand,
      ${listingTable.removedAt} is not null as is_removed, ${isTaken} as is_taken,
      json_build_array(${shown}) as shown
    from ${feedCarTable} join ${listingTable} on ${listingTable.id} = ${feedCarTable.listingId}
    where ${feedCarTable.feedId} = ${feedId} and ${feedCarTable.identity} > ${identity}
    order by ${feedCarTable.identity} limit ${knownAtOnce}`;
}

function knownCar(row: KnownRow): KnownCar {
  const { feed_facts: feedFacts } = row;
  // Most cars show what the feed said: one object for both takes half of the memory.
  const isShown =
    feedFields.every((field, at) => feedFacts[field] === valueOf(field, row.shown[at])) &&
    sameDetails(feedFacts.details, detailsIn(row.shown));
  const shown = isShown ? feedFacts : shownFacts(row.shown, feedFacts);
  return {
    identity: row.identity,
    listingId: row.listing_id,
    isRetired: row.is_retired,
    feedFacts,
    shown,
    keptReason: reasonToKeep({
      isTaken: row.is_taken,
      isRetired: row.is_retired,
      isWithdrawn: row.is_withdrawn,
      isByHand: row.is_by_hand,
      isRemoved: row.is_removed,
    }),
  };
}

const detailsIn = (shown: KnownRow["shown"]) =>
  (shown[feedFields.length] as CarDetails | null) ?? undefined;

const valueOf = (field: ListedField, value: unknown): unknown =>
  field === "sourceRate" && typeof value === "number" ? String(value) : value;

function shownFacts(values: KnownRow["shown"], feedFacts: FeedFacts): FeedFacts {
  const facts: Record<string, unknown> = {};
  for (const [at, field] of feedFields.entries()) {
    const value = valueOf(field, values[at]);
    // The same text only once in memory.
    facts[field] = value === feedFacts[field] ? feedFacts[field] : value;
  }
  const details = detailsIn(values);
  if (details) facts.details = details;
  return facts as FeedFacts;
}

type NamedCars = { sellerId: string; feedId: string | null; named: readonly string[] };

/** Whether a listing of a seller is one of those that rows name, apart from those that the feed knows as gone. */
export function isNamed({ sellerId, feedId, named }: NamedCars): SQL | undefined {
  const isGone = sql`exists (select from ${feedCarTable} where ${feedCarTable}.is_retired
    and ${feedCarTable}.listing_id = ${listingTable}.id and ${feedCarTable}.feed_id = ${feedId})`;
  return and(
    eq(listingTable.sellerId, sellerId),
    // As one value: an export may have tens of thousands of rows.
    sql`${listingTable.id} in (select value::uuid from json_array_elements_text(${JSON.stringify(named)}::json))`,
    sql`not ${isGone}`,
  );
}

/** The listings of a seller that rows name, as cars that are known by what the shop shows. */
export async function listOwnCars(executor: Executor, which: NamedCars): Promise<KnownCar[]> {
  if (which.named.length === 0) return [];
  const { id, withdrawnAt, removedAt } = listingTable;
  const rows = await executor
    .select({ id, withdrawnAt, removedAt, isTaken, ...shownColumns })
    .from(listingTable)
    .where(isNamed(which));
  return rows.map((row) => {
    const facts = factsOf(row);
    const identity = editIdentity(row.id);
    return {
      identity,
      listingId: row.id,
      isRetired: false,
      feedFacts: facts,
      shown: facts,
      keptReason: keptReasonOf(row, false),
    };
  });
}
