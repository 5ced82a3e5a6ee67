import { and, count, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import { readListingRows, selectListingRows, type ListingRow } from "#server/catalogue/public.ts";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesText } from "#server/platform/database/includes-text.ts";
import { readPage, type ListOrder, type Page } from "#server/platform/database/keyset.ts";

/** The row of an undeleted listing, or null. */
export async function findListingRow(executor: Executor, id: string): Promise<ListingRow | null> {
  const [row] = await selectListingRows(executor).where(and(eq(listingTable.id, id), isListed));
  return row ?? null;
}

const newestFirst: ListOrder<"added"> = {
  keys: { added: { value: listingTable.createdAt, kind: "instant" } },
  id: { value: listingTable.id, kind: "uuid" },
};

/** Filters for listings: one seller's (null for all), and a name, seller or id that matches `q`. */
type WhichListings = { sellerId: string | null; q: string | undefined };

/** One page of undeleted listings, newest first. @throws AppError invalid_cursor */
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

/** Counts a seller's listings that are neither deleted nor sold: all of them, or only the advertised ones. */
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
