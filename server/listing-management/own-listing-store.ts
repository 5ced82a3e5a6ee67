import {
  and,
  count,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { OwnNumbers } from "#shared/listings/car-numbers.ts";
import type { OwnProductFilter } from "#shared/listings/own-product-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import {
  bookingTable,
  isBinding,
  isLive,
  isPaidLately,
  isSold,
  isUnpaid,
} from "#server/bookings/booking-table.ts";
import { readListingRows, selectListingRows, type ListingRow } from "#server/catalogue/public.ts";
import { feedCarTable } from "#server/feeds/feed-table.ts";
import {
  isListed,
  isOffSale,
  isOnSale,
  listingPriceChangeTable,
  listingTable,
} from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesText } from "#server/platform/database/includes-text.ts";
import { readPage, type ListOrder, type Page } from "#server/platform/database/keyset.ts";

/** The row of an undeleted listing, or null. */
export async function findListingRow(executor: Executor, id: string): Promise<ListingRow | null> {
  const [row] = await selectListingRows(executor).where(and(eq(listingTable.id, id), isListed));
  return row ?? null;
}

/** What a listing's seller sees of its numbers. */
export async function readNumbers(executor: Executor, id: string): Promise<OwnNumbers> {
  const { stockNumber, registration } = listingTable;
  const [numbers] = await executor
    .select({ stockNumber, registration })
    .from(listingTable)
    .where(eq(listingTable.id, id));
  const none = { stockNumber: null, registration: null };
  return { ...(numbers ?? none), isOfFeed: await isOfFeed(executor, id) };
}

/** What a seller typed in a form. */
export type GivenNumbers = Pick<OwnNumbers, "stockNumber" | "registration">;

/** The numbers that their seller gave to listings, by id. */
export async function listGivenNumbers(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, GivenNumbers>> {
  if (ids.length === 0) return new Map();
  const { id, stockNumber, registration } = listingTable;
  const rows = await executor
    .select({ id, stockNumber, registration })
    .from(listingTable)
    .where(inArray(id, [...ids]));
  return new Map(rows.map(({ id: listing, ...numbers }) => [listing, numbers]));
}

/** Whether a feed lists the car. */
export async function isOfFeed(executor: Executor, id: string): Promise<boolean> {
  const { feedId, listingId, isRetired } = feedCarTable;
  const rows = await executor
    .select({ feedId })
    .from(feedCarTable)
    .where(and(eq(listingId, id), eq(isRetired, false)));
  return rows.length > 0;
}

/** The row of an undeleted listing or of one that its seller took off sale, or null. */
export async function findOwnListingRow(
  executor: Executor,
  id: string,
): Promise<ListingRow | null> {
  const [row] = await selectListingRows(executor).where(
    and(eq(listingTable.id, id), or(isListed, isOffSale)),
  );
  return row ?? null;
}

const order: ListOrder<"added" | "price" | "name"> = {
  keys: {
    added: { value: listingTable.createdAt, kind: "instant" },
    price: { value: listingTable.resalePriceMinor, kind: "number" },
    name: { value: sql`lower(${listingTable.name})`, kind: "text" },
  },
  id: { value: listingTable.id, kind: "uuid" },
};

/** Filters for listings: one seller's (null for all), with price bounds in minor units. */
export type WhichListings = Pick<
  OwnProductFilter,
  "q" | "status" | "make" | "advertised" | "picture" | "paid"
> & {
  sellerId: string | null;
  priceMinMinor?: number | undefined;
  priceMaxMinor?: number | undefined;
  /** Only those that are for sale or reserved. */
  isStock?: boolean;
};

/** One page of undeleted listings, by default the newest first. @throws AppError invalid_cursor */
export async function listListingRows(
  executor: Executor,
  which: WhichListings,
  {
    sort = "-added",
    ...query
  }: Pick<OwnProductFilter, "sort"> & {
    limit: number;
    cursor?: string | undefined;
  },
): Promise<Page<ListingRow>> {
  const page = await readPage(order, { ...query, sort }, ({ beyond, orderBy, limit, place }) =>
    executor
      .select({ id: listingTable.id, place })
      .from(listingTable)
      .where(and(isAmong(executor, which), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
  const listingRows = await readListingRows(
    executor,
    page.rows.map(({ id }) => id),
  );
  const byId = new Map(listingRows.map((row) => [row.id, row]));
  return { ...page, rows: page.rows.flatMap(({ id }) => byId.get(id) ?? []) };
}

/** The ids of all listings of a filter after an id, in the order of their ids. */
export async function listMatchingIds(
  executor: Executor,
  which: WhichListings,
  afterId: string | null,
): Promise<string[]> {
  const rows = await executor
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(
      and(isAmong(executor, which), afterId === null ? undefined : gt(listingTable.id, afterId)),
    )
    .orderBy(listingTable.id);
  return rows.map(({ id }) => id);
}

/** The database's time, which the times of price changes are in. */
export async function readTime(executor: Executor): Promise<Date> {
  const { rows } = await executor.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return new Date(rows[0]!.ms);
}

/** Those of the listings whose price has changed after a moment. */
export async function listPriceChangedSince(
  executor: Executor,
  ids: readonly string[],
  since: Date,
): Promise<string[]> {
  const { listingId, at } = listingPriceChangeTable;
  const rows = await executor
    .selectDistinct({ listingId })
    .from(listingPriceChangeTable)
    .where(and(inArray(listingId, ids), gt(at, since)));
  return rows.map((row) => row.listingId);
}

export type PlainListing = { id: string; resalePriceMinor: number; isAdvertised: boolean };

/** Those of a seller's listings that are for sale and that no booking binds. The caller has locked them. */
export async function listPlainListings(
  tx: Executor,
  sellerId: string,
  ids: readonly string[],
): Promise<PlainListing[]> {
  const { id, resalePriceMinor, isAdvertised } = listingTable;
  const bound = tx
    .select({ one: sql`1` })
    .from(bookingTable)
    .where(and(eq(bookingTable.listingId, id), isBinding));
  return tx
    .select({ id, resalePriceMinor, isAdvertised })
    .from(listingTable)
    .where(
      and(
        inArray(id, [...ids]),
        eq(listingTable.sellerId, sellerId),
        isListed,
        isOnSale,
        not(exists(bound)),
      ),
    );
}

export async function countListingRows(executor: Executor, which: WhichListings): Promise<number> {
  const [row] = await executor
    .select({ listings: count() })
    .from(listingTable)
    .where(isAmong(executor, which));
  return row?.listings ?? 0;
}

function isAmong(executor: Executor, which: WhichListings): SQL | undefined {
  const { sellerId, make, advertised, picture, status, priceMinMinor, priceMaxMinor } = which;
  return and(
    // Those that their seller took off sale are only among the ones that are off sale.
    status === "off_sale" && sellerId !== null ? or(isListed, isOffSale) : isListed,
    sellerId === null ? undefined : eq(listingTable.sellerId, sellerId),
    make && eq(listingTable.make, make),
    advertised && eq(listingTable.isAdvertised, advertised === "yes"),
    picture && (picture === "yes" ? isNotNull(listingTable.image) : isNull(listingTable.image)),
    which.paid && isBooked(executor, isPaidLately),
    priceMinMinor === undefined ? undefined : gte(listingTable.resalePriceMinor, priceMinMinor),
    priceMaxMinor === undefined ? undefined : lte(listingTable.resalePriceMinor, priceMaxMinor),
    status && hasStatus(executor, status),
    which.isStock
      ? or(hasStatus(executor, "available"), hasStatus(executor, "reserved"))
      : undefined,
    includesWords(which),
  );
}

function isBooked(executor: Executor, state?: SQL): SQL {
  return exists(
    executor
      .select({ one: sql`1` })
      .from(bookingTable)
      .where(and(eq(bookingTable.listingId, listingTable.id), isLive, state)),
  );
}

function includesWords({ sellerId, q }: WhichListings): SQL | undefined {
  if (!q) return undefined;
  const sellers = includesText(sql`${accountTable.name} || ' ' || ${accountTable.email}`, q);
  return or(
    includesText(sql`${listingTable.name}`, q),
    includesText(sql`coalesce(${listingTable.vin}, '')`, q),
    sql`${listingTable.id}::text = ${q}`,
    // Among one seller's cars, the seller's name would match all or none.
    sellerId === null
      ? sql`${listingTable.sellerId} in (select ${accountTable.id} from ${accountTable} where ${sellers})`
      : undefined,
  );
}

/** The status of an undeleted listing as SQL, like `listingStatus` (shared/listings/listing.ts). */
function hasStatus(
  executor: Executor,
  status: NonNullable<OwnProductFilter["status"]>,
): SQL | undefined {
  const booked = (state?: SQL) => isBooked(executor, state);
  const suspended = sql`(select ${accountTable.suspendedAt} is not null from ${accountTable} where ${accountTable.id} = ${listingTable.sellerId})`;
  const active = not(suspended);
  const untaken = not(booked());
  switch (status) {
    case "sold":
      return booked(isSold);
    case "reserved":
      return and(active, booked(isUnpaid));
    case "available":
      return and(active, untaken, isOnSale);
    case "off_sale":
      return or(
        isOffSale,
        and(suspended, not(booked(isSold))),
        and(active, untaken, not(isOnSale!)),
      );
  }
}
