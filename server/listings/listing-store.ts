import { and, count, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable, isLive, isSold } from "#server/bookings/booking-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesText } from "#server/platform/database/includes-text.ts";
import { readPage, type ListOrder, type Page } from "#server/platform/database/keyset.ts";
import { readListingRows, selectListingRows, type ListingRow } from "./listing-row-store.ts";
import { listingTable } from "./listing-table.ts";

const isListed = and(isNull(listingTable.withdrawnAt), isNull(listingTable.removedAt));

/** Adds a listing of the seller's. */
export async function insertListing(
  tx: Executor,
  listing: typeof listingTable.$inferInsert,
): Promise<void> {
  await tx.insert(listingTable).values(listing);
}

/**
 * The account, where it sells, locked until the transaction ends: it stays suspended, verified or not, and its seller
 * adds and advertises one car after the other.
 */
export async function lockSeller(
  tx: Executor,
  accountId: string,
): Promise<{ isSuspended: boolean; isVerified: boolean } | null> {
  const [seller] = await tx
    .select({
      isSuspended: sql<boolean>`${accountTable.suspendedAt} is not null`,
      isVerified: accountTable.isVerified,
    })
    .from(accountTable)
    .where(
      and(
        eq(accountTable.id, accountId),
        eq(accountTable.role, "Seller"),
        isNull(accountTable.deletedAt),
      ),
    )
    .for("no key update");
  return seller ?? null;
}

/** Puts an own, unsold listing on the home page; false where it is there already. */
export async function markAdvertised(tx: Executor, id: string, sellerId: string): Promise<boolean> {
  const rows = await tx
    .update(listingTable)
    .set({ isAdvertised: true, advertisedAt: sql`now()` })
    .where(
      and(
        eq(listingTable.id, id),
        eq(listingTable.sellerId, sellerId),
        eq(listingTable.isAdvertised, false),
        isListed,
      ),
    )
    .returning({ id: listingTable.id });
  return rows.length > 0;
}

/** A listing that has not been deleted, locked until the transaction ends: nobody books, changes or deletes it meanwhile. */
export async function lockListing(
  tx: Executor,
  id: string,
): Promise<{ id: string; sellerId: string; name: string } | null> {
  const [listing] = await tx
    .select({ id: listingTable.id, sellerId: listingTable.sellerId, name: listingTable.name })
    .from(listingTable)
    .where(and(eq(listingTable.id, id), isListed))
    .for("no key update");
  return listing ?? null;
}

/** Whom a mail to the seller of a listing goes to. */
export async function readSeller(
  tx: Executor,
  sellerId: string,
): Promise<{ name: string; email: string }> {
  const [seller] = await tx
    .select({ name: accountTable.name, email: accountTable.email })
    .from(accountTable)
    .where(eq(accountTable.id, sellerId));
  if (!seller) throw new Error(`There is no account ${sellerId}.`);
  return seller;
}

/** A listing that has not been deleted, as it is shown. */
export async function findListingRow(executor: Executor, id: string): Promise<ListingRow | null> {
  const [row] = await selectListingRows(executor).where(and(eq(listingTable.id, id), isListed));
  return row ?? null;
}

/** Takes a listing off by its seller's wish. */
export async function markWithdrawn(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isListed));
}

/** Puts a car that moderation took off back; false where it is not one of those. */
export async function markRestored(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(listingTable)
    .set({ removedAt: null })
    .where(and(eq(listingTable.id, id), isNotNull(listingTable.removedAt)))
    .returning({ id: listingTable.id });
  return rows.length > 0;
}

/** Locks every car of a seller's, in one order for all, until the transaction ends: none is booked meanwhile. */
export async function lockListingsOfSeller(tx: Executor, sellerId: string): Promise<void> {
  await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.sellerId, sellerId))
    .orderBy(listingTable.id)
    .for("no key update");
}

/** Takes a listing off by moderation. */
export async function markRemoved(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ removedAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isListed));
}

const newestFirst: ListOrder<"added"> = {
  keys: { added: { value: listingTable.createdAt, kind: "instant" } },
  id: { value: listingTable.id, kind: "uuid" },
};

/** Which listings a list is of: those of one seller (null: of all), whose name, seller or id is `q`. */
type WhichListings = { sellerId: string | null; q: string | undefined };

/** One page of the listings that have not been deleted, newest first. @throws AppError invalid_cursor */
export async function listListingRows(
  executor: Executor,
  which: WhichListings,
  query: { limit: number; cursor?: string | undefined },
): Promise<Page<ListingRow>> {
  const page = await readPage(
    newestFirst,
    { ...query, sort: "-added" },
    ({ beyond, orderBy, limit, place }) =>
      executor
        .select({ id: listingTable.id, place })
        .from(listingTable)
        .where(and(isAmong(which), beyond))
        .orderBy(...orderBy)
        .limit(limit),
  );
  const found = await readListingRows(
    executor,
    page.rows.map(({ id }) => id),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return { ...page, rows: page.rows.flatMap(({ id }) => byId.get(id) ?? []) };
}

export async function countListingRows(executor: Executor, which: WhichListings): Promise<number> {
  const [row] = await executor
    .select({ listings: count() })
    .from(listingTable)
    .where(isAmong(which));
  return row?.listings ?? 0;
}

function isAmong({ sellerId, q }: WhichListings): SQL | undefined {
  const sellers = q && includesText(sql`${accountTable.name} || ' ' || ${accountTable.email}`, q);
  return and(
    isListed,
    sellerId === null ? undefined : eq(listingTable.sellerId, sellerId),
    q
      ? or(
          includesText(sql`${listingTable.name}`, q),
          sql`${listingTable.id}::text = ${q}`,
          sql`${listingTable.sellerId} in (select ${accountTable.id} from ${accountTable} where ${sellers})`,
        )
      : undefined,
  );
}

/** Listings of a seller that are neither deleted nor sold: all of them, or those that are advertised. */
export async function liveListingCountOfSeller(
  executor: Executor,
  sellerId: string,
  { advertised = false }: { advertised?: boolean } = {},
): Promise<number> {
  const [row] = await executor
    .select({ listings: count() })
    .from(listingTable)
    .leftJoin(bookingTable, and(eq(bookingTable.listingId, listingTable.id), isSold))
    .where(
      and(
        eq(listingTable.sellerId, sellerId),
        isListed,
        isNull(bookingTable.id),
        advertised ? eq(listingTable.isAdvertised, true) : undefined,
      ),
    );
  return row?.listings ?? 0;
}

/** Takes every listing of a seller off. Refuse before, where a buyer holds one: see `liveBookingCountOfSeller`. */
export async function withdrawListingsOfSeller(tx: Executor, sellerId: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(listingTable.sellerId, sellerId), isListed));
}

/** Listings with exactly this name that have not been deleted, at most `limit`. */
export async function listListingsNamed(executor: Executor, name: string, limit: number) {
  return executor
    .select({
      id: listingTable.id,
      image: listingTable.image,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
    })
    .from(listingTable)
    .innerJoin(
      accountTable,
      and(
        eq(accountTable.id, listingTable.sellerId),
        isNull(accountTable.deletedAt),
        isNull(accountTable.suspendedAt),
      ),
    )
    .leftJoin(bookingTable, and(eq(bookingTable.listingId, listingTable.id), isLive))
    .where(and(eq(listingTable.name, name), isListed, isNull(bookingTable.id)))
    .limit(limit);
}

/** How a listing stands for somebody who wants to book it; the car cannot be changed or deleted until the transaction ends. */
export async function holdListingForBooking(tx: Executor, id: string) {
  // Locked first and read after: whether its seller is suspended stands in another row, which waiting for this one's
  // lock would not read anew. Shared: buyers of one car do not wait for each other here, the unique index decides.
  await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.id, id))
    .for("share");
  const [listing] = await tx
    .select({
      id: listingTable.id,
      sellerId: listingTable.sellerId,
      name: listingTable.name,
      image: listingTable.image,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
      resalePriceMinor: listingTable.resalePriceMinor,
      isForSale: sql<boolean>`${isNull(accountTable.deletedAt)} and ${isNull(accountTable.suspendedAt)} and ${isListed} and ${isNull(listingTable.saleReversedAt)}`,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(eq(listingTable.id, id));
  return listing ?? null;
}

/** Takes a car off sale because its sale was undone, until an admin relists it. */
export async function markSaleUndone(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ saleReversedAt: sql`now()` })
    .where(eq(listingTable.id, id));
}

/** Puts a car whose sale was undone on sale again; false where there is nothing to undo. */
export async function markRelisted(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(listingTable)
    .set({ saleReversedAt: null })
    .where(and(eq(listingTable.id, id), isNotNull(listingTable.saleReversedAt), isListed))
    .returning({ id: listingTable.id });
  return rows.length > 0;
}
