import { z } from "zod";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import { readSales } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { presentOwnProduct } from "./listing-presenter.ts";
import { listListingRows } from "./listing-store.ts";

const cursor = z.object({ createdAt: z.iso.datetime(), id: z.uuid() });

/** A seller's own cars, or everybody's for an admin, newest first. @throws AppError invalid_cursor */
export async function listOwnListings(
  { db, catalogue, config }: Pick<Deps, "db" | "catalogue" | "config">,
  viewer: Viewer,
  query: PageQuery,
): Promise<{ products: OwnProduct[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, query.cursor);
  const sellerId = viewer.role === "admin" ? null : viewer.accountId;
  const found = await listListingRows(db, { sellerId, after, limit: query.limit + 1 });
  const { rows, nextCursor } = cutPage(found, query.limit, (last) => ({
    createdAt: last.createdAt.toISOString(),
    id: last.id,
  }));
  // Admins have the list of bookings; who bought is the concern of the seller of the car.
  const ids = rows.filter((row) => row.sellerId === viewer.accountId).map((row) => row.id);
  const sales = await readSales(db, ids);
  const now = new Date();
  return {
    products: rows.map((row) =>
      presentOwnProduct(row, config.CURRENCY, now, viewer.role, sales.get(row.id) ?? null),
    ),
    // Counting 34,000 rows at each call would be most of its work; the catalogue has the number.
    total: catalogue.listedCount(sellerId ?? undefined),
    nextCursor,
  };
}
