import type { OwnProduct, OwnProductListQuery } from "#shared/listings/listing-contract.ts";
import { readSales } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { presentOwnProduct } from "./listing-presenter.ts";
import { countListingRows, listListingRows } from "./listing-store.ts";

/** A seller's own cars, or for an admin everyone's or one seller's, newest first. @throws AppError invalid_cursor */
export async function listOwnListings(
  { db, catalogue, config, totals }: Pick<Deps, "db" | "catalogue" | "config" | "totals">,
  viewer: Viewer,
  query: OwnProductListQuery,
) {
  const sellerId = viewer.role === "admin" ? (query.seller ?? null) : viewer.accountId;
  const which = { sellerId, q: query.q };
  const [{ rows, ...page }, total] = await Promise.all([
    listListingRows(db, which, query),
    which.q
      ? totals(["listings", which], () => countListingRows(db, which))
      : // Counting 34,000 rows at each call would be most of its work; the catalogue has the number.
        catalogue.listedCount(sellerId ?? undefined),
  ]);
  // Admins have the list of bookings; who bought is the concern of the seller of the car.
  const ids = rows.filter((row) => row.sellerId === viewer.accountId).map((row) => row.id);
  const sales = await readSales(db, ids);
  const now = new Date();
  const products: OwnProduct[] = rows.map((row) =>
    presentOwnProduct(row, config.CURRENCY, now, viewer.role, sales.get(row.id) ?? null),
  );
  return { ...page, products, total };
}
