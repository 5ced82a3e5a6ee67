import type { Favorite, FavoriteIds } from "#shared/favorites/favorite-contract.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import {
  presentProduct,
  readListingRows,
  statusOf,
  type Catalogue,
  type ListingRow,
} from "#server/catalogue/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { listFavoriteRows } from "./favorite-store.ts";
import { isShown } from "./shown-listings.ts";

/** The viewer's saved cars: those for sale first, then the others; in each group the latest first. */
export async function listFavorites(
  { db, config, catalogue }: Pick<Deps, "db" | "config" | "catalogue">,
  { accountId }: Pick<Viewer, "accountId">,
): Promise<Favorite[]> {
  const now = new Date();
  const saved = await listFavoriteRows(db, accountId);
  const rows = await readListingRows(
    db,
    saved.map(({ listingId }) => listingId),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const present = (row: ListingRow) => rated(presentProduct(row, config.CURRENCY, now), catalogue);
  const favorites = saved.flatMap(({ listingId, addedAt }) => {
    const row = byId.get(listingId);
    return row ? [{ ...presentFavorite(row, present, now), savedAt: addedAt.toISOString() }] : [];
  });
  const isForSale = ({ state }: Favorite) => state === "for_sale";
  return [...favorites.filter(isForSale), ...favorites.filter((saved) => !isForSale(saved))];
}

/** The ids of the viewer's saved cars, the latest first. */
export async function listFavoriteIds(
  { db }: Pick<Deps, "db">,
  { accountId }: Pick<Viewer, "accountId">,
): Promise<FavoriteIds> {
  const rows = await listFavoriteRows(db, accountId);
  return { ids: rows.map(({ listingId }) => listingId) };
}

function presentFavorite(
  row: ListingRow,
  present: (row: ListingRow) => Product,
  now: Date,
): Omit<Favorite, "savedAt"> {
  return {
    productId: row.id,
    name: row.name,
    state: stateOf(row, now),
    product: isShown(row, now) ? present(row) : null,
  };
}

/** Adds the rating from the catalog, unless that has not yet seen this price. */
function rated(product: Product, catalogue: Catalogue): Product {
  const listing = catalogue.find(product._id);
  const isSamePrice = listing?.resalePrice === product.resalePrice;
  return { ...product, priceRating: (isSamePrice && listing.priceRating) || null };
}

function stateOf(row: ListingRow, now: Date): Favorite["state"] {
  if (statusOf(row) === "sold") return "sold";
  return isShown(row, now) ? "for_sale" : "unavailable";
}
