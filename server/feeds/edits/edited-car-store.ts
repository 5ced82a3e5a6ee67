import { and, asc, eq, gt, inArray, isNull, sql, type SQL } from "drizzle-orm";
import { detailNames } from "#shared/listings/car-details.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readPage } from "#server/platform/database/keyset.ts";
import { factNameOf } from "../feed-fact-names.ts";
import { isDetail, type FeedField } from "../feed-facts.ts";
import { factsOf, isTaken, shownColumns } from "../feed-store.ts";
import { feedCarTable } from "../feed-table.ts";
import { feedFields, type FeedFacts } from "#server/imports/public-reading.ts";

/** Facts that describe the file and cannot be edited in the shop. */
const ofTheFile: readonly FeedField[] = ["sourceCurrency", "sourcePriceMinor", "sourceRate"];
/** The fields that a seller edits, and so can decide about. */
export const editableFields: readonly FeedField[] = [...feedFields, ...detailNames].filter(
  (field) => factNameOf(field) !== null && !ofTheFile.includes(field),
);

const nameIn = (field: FeedField) => sql.raw(`'${field}'`);

/** What a feed said of a field, as JSON. */
function saidOf(field: FeedField): SQL {
  const feedValue = isDetail(field)
    ? sql`(${feedCarTable.feedFacts} -> 'details')`
    : feedCarTable.feedFacts;
  return sql`(${feedValue} -> ${nameIn(field)})`;
}

/** Whether a field of a car differs between its feed and the shop, and its seller has not decided about this value. */
function isOpen(field: FeedField): SQL {
  return sql`(${differs(field)}
    and (${feedCarTable.decided} -> ${nameIn(field)}) is distinct from ${saidOf(field)})`;
}

/** A fact that the feed does not state contradicts nothing. */
function differs(field: FeedField): SQL {
  if (isDetail(field))
    return sql`${saidOf(field)} <> coalesce(${shownColumns.details} -> ${nameIn(field)}, 'null')`;
  const feedText = sql`nullif(${feedCarTable.feedFacts} ->> ${nameIn(field)}, '')`;
  // As numbers: the database returns them with other digits than JSON.
  if (field === "fuelEconomy")
    return sql`(${feedText}::numeric <> ${shownColumns.fuelEconomy} is not false and ${feedText} is not null)`;
  return sql`(${feedText} <> ${shownColumns[field]}::text is not false and ${feedText} is not null)`;
}

/** The fields of a feed's car that are open, as an array. What a feed wins for all cars follows the next file. */
function openFields(feedWins: readonly FeedField[]): SQL<FeedField[]> {
  const named = editableFields
    .filter((field) => !feedWins.includes(field))
    .map((field) => sql`case when ${isOpen(field)} then ${sql.raw(`'${field}'`)} end`);
  if (named.length === 0) return sql`array[]::text[]`;
  return sql`array_remove(array[${sql.join(named, sql`, `)}], null)`;
}

/** Cars whose feed and listing can be compared: on sale, and not reserved or sold. */
const canChange = and(
  eq(feedCarTable.isRetired, false),
  isNull(listingTable.withdrawnAt),
  isNull(listingTable.removedAt),
  sql`not ${isTaken}`,
);

type Which = { id: string; feedWins: readonly FeedField[] };

/** How many facts of a feed's cars wait for their seller's decision. */
export async function countOpenFields(executor: Executor, feed: Which): Promise<number> {
  const [row] = await executor
    .select({
      facts: sql<number>`coalesce(sum(cardinality(${openFields(feed.feedWins)})), 0)::int`,
    })
    .from(feedCarTable)
    .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
    .where(and(eq(feedCarTable.feedId, feed.id), canChange));
  return row?.facts ?? 0;
}

/** A page of a feed's cars with facts that wait for a decision. */
export async function listOpenCars(executor: Executor, feed: Which, { limit, cursor }: PageQuery) {
  const identity = { value: feedCarTable.identity, kind: "text" } as const;
  const id = { value: feedCarTable.listingId, kind: "uuid" } as const;
  const fields = openFields(feed.feedWins);
  const { rows, ...cursors } = await readPage(
    { keys: { identity }, id },
    { sort: "identity", limit, cursor },
    ({ place, beyond, orderBy, limit: most }) =>
      executor
        .select({
          place,
          fields,
          identity: feedCarTable.identity,
          feedFacts: feedCarTable.feedFacts,
          id: listingTable.id,
          ...shownColumns,
        })
        .from(feedCarTable)
        .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
        .where(
          and(eq(feedCarTable.feedId, feed.id), canChange, sql`cardinality(${fields}) > 0`, beyond),
        )
        .orderBy(...orderBy)
        .limit(most),
  );
  return {
    ...cursors,
    cars: rows.map(
      ({ place: _, fields: open, identity: named, feedFacts, id: listingId, ...columns }) => ({
        listingId,
        identity: named,
        fields: open,
        feedFacts,
        shown: factsOf(columns),
      }),
    ),
  };
}

/**
 * The cars of a feed with facts that wait for a decision, in the order of their ids: all, or those after a given one.
 */
export function listOpenFields(
  executor: Executor,
  feed: Which,
  after: string | null,
): Promise<{ listingId: string; fields: FeedField[] }[]> {
  const fields = openFields(feed.feedWins);
  return executor
    .select({ listingId: feedCarTable.listingId, fields })
    .from(feedCarTable)
    .innerJoin(listingTable, eq(listingTable.id, feedCarTable.listingId))
    .where(
      and(
        eq(feedCarTable.feedId, feed.id),
        canChange,
        sql`cardinality(${fields}) > 0`,
        after === null ? undefined : gt(feedCarTable.listingId, after),
      ),
    )
    .orderBy(asc(feedCarTable.listingId));
}

/** What a feed says about those of these cars that it has and has not retired, by listing. */
export async function readSaid(
  tx: Executor,
  feedId: string,
  listingIds: readonly string[],
): Promise<Map<string, FeedFacts>> {
  const rows = await tx
    .select({ listingId: feedCarTable.listingId, feedFacts: feedCarTable.feedFacts })
    .from(feedCarTable)
    .where(
      and(
        eq(feedCarTable.feedId, feedId),
        inArray(feedCarTable.listingId, [...listingIds]),
        eq(feedCarTable.isRetired, false),
      ),
    );
  return new Map(rows.map(({ listingId, feedFacts }) => [listingId, feedFacts]));
}

/** Remembers that the shop wins in some fields of cars, as long as the feed says the same. */
export async function rememberShopWins(
  tx: Executor,
  {
    feedId,
    listingIds,
    fields,
  }: { feedId: string; listingIds: readonly string[]; fields: readonly FeedField[] },
): Promise<void> {
  const pairs = fields.flatMap((field) => [nameIn(field), saidOf(field)]);
  await tx
    .update(feedCarTable)
    .set({
      decided: sql`coalesce(${feedCarTable.decided}, '{}') || jsonb_build_object(${sql.join(pairs, sql`, `)})`,
    })
    .where(and(eq(feedCarTable.feedId, feedId), inArray(feedCarTable.listingId, [...listingIds])));
}
