import { presentOwnDetails } from "#shared/listings/car-details.ts";
import type { OwnListingDetail } from "#shared/listings/listing-detail.ts";
import type { OwnProduct, Sale, listingActions } from "#shared/listings/listing-contract.ts";
import type {
  OwnProductFilter,
  OwnProductListQuery,
} from "#shared/listings/own-product-contract.ts";
import { minorUnitDigits } from "#shared/money/money.ts";
import { expiryOf } from "#shared/freshness/freshness.ts";
import type { Role } from "#shared/accounts/account.ts";
import { readSales } from "#server/booking-management/public.ts";
import { readVinClaim } from "#server/car-history/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  detailsOf,
  photosOf,
  presentProduct,
  statusOf,
  type ListingRow,
} from "#server/catalogue/public.ts";
import { readConfirmations } from "#server/freshness/public.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import {
  countListingRows,
  findOwnListingRow,
  listGivenNumbers,
  listListingRows,
  readNumbers,
  type WhichListings,
} from "./own-listing-store.ts";

type Confirmation = { confirmedAt: Date; lastRemindedAt: Date | null };

/** A seller's own listings; for admins, one seller's or all. By default the newest first. @throws AppError invalid_cursor */
export async function listOwnListings(
  { db, catalogue, config, totals }: Pick<Deps, "db" | "catalogue" | "config" | "totals">,
  viewer: Viewer,
  query: OwnProductListQuery,
) {
  const sellerId = viewer.role === "admin" ? (query.seller ?? null) : viewer.accountId;
  const which = whichListings(sellerId, query, config.CURRENCY);
  const [{ rows, ...page }, total] = await Promise.all([
    listListingRows(db, which, query),
    Object.entries(which).some(([name, value]) => name !== "sellerId" && value)
      ? totals(["listings", which], () => countListingRows(db, which))
      : // Counting 34,000 rows would dominate the cost of a call, and the catalogue already has the count.
        catalogue.listedCount(sellerId ?? undefined),
  ]);
  // Only the seller sees the buyer here. Admins have the list of bookings.
  const ids = rows.filter((row) => row.sellerId === viewer.accountId).map((row) => row.id);
  const sales = await readSales(db, ids);
  const now = new Date();
  const confirmations = await readConfirmations(db, ids);
  const numbers = await listGivenNumbers(
    db,
    rows.map((row) => row.id),
  );
  const products: OwnProduct[] = rows.map((row) =>
    presentOwnProduct(row, {
      config,
      now,
      role: viewer.role,
      sale: sales.get(row.id) ?? null,
      stockNumber: numbers.get(row.id)?.stockNumber ?? null,
      confirmation: confirmations.get(row.id) ?? null,
    }),
  );
  return { ...page, products, total };
}

/** The filter of a list or an export of listings, with the prices in minor units. */
export function whichListings(
  sellerId: string | null,
  { q, status, make, advertised, picture, paid, priceMin, priceMax }: OwnProductFilter,
  currency: string,
): WhichListings {
  const scale = 10 ** minorUnitDigits(currency);
  return {
    sellerId,
    q,
    status,
    make,
    advertised,
    picture,
    paid,
    // A bound may have more decimals than a price.
    priceMinMinor: priceMin === undefined ? undefined : Math.ceil(priceMin * scale),
    priceMaxMinor: priceMax === undefined ? undefined : Math.floor(priceMax * scale),
  };
}

/**
 * A seller's own listing, also one that is off sale for a while; for admins, any other.
 * @throws AppError not_found if it was deleted or is not theirs
 */
export async function readOwnListing(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Viewer,
  id: string,
): Promise<OwnListingDetail> {
  const row = await findOwnListingRow(db, listingId(id));
  const isOwn = row?.sellerId === viewer.accountId;
  const isShown = isOwn || (viewer.role === "admin" && row?.withdrawnAt === null);
  if (!row || !isShown) throw noSuchListing();
  const sales = isOwn ? await readSales(db, [row.id]) : null;
  const sale = sales?.get(row.id) ?? null;
  const confirmations = await readConfirmations(db, [row.id]);
  const numbers = await readNumbers(db, row.id);
  const product = presentOwnProduct(row, {
    config,
    now: new Date(),
    role: viewer.role,
    sale,
    stockNumber: numbers.stockNumber,
    confirmation: confirmations.get(row.id) ?? null,
  });
  const vinClaim = await readVinClaim(db, row.id);
  return { ...product, ...presentOwnDetails(detailsOf(row)), ...numbers, vinClaim };
}

/** A listing as its seller or an admin sees it: with the seller's contact, its sale and the allowed actions. */
function presentOwnProduct(
  row: ListingRow,
  {
    config,
    now,
    role,
    sale,
    stockNumber,
    confirmation,
  }: {
    config: Pick<Config, "CURRENCY" | "LISTING_LIFETIME_DAYS">;
    now: Date;
    role: Role;
    sale: Sale | null;
    stockNumber: string | null;
    confirmation: Confirmation | null;
  },
): OwnProduct {
  const lifetime = config.LISTING_LIFETIME_DAYS;
  const lapses = lifetime > 0 && statusOf(row) === "available";
  const counted = confirmation ?? { confirmedAt: uncounted(row, now), lastRemindedAt: null };
  return {
    ...presentProduct(row, config.CURRENCY, now),
    // Of the withdrawn ones, only those that are off sale for a while are listed here.
    ...(statusOf(row) === "withdrawn" && { status: "off_sale" as const }),
    email: row.sellerEmail,
    phone: row.sellerPhone || null,
    stockNumber,
    photos: photosOf(row),
    sale,
    expiresAt: lapses ? expiryOf(counted, lifetime).toISOString() : null,
    lapsedAt: row.lapsedAt?.toISOString() ?? null,
    allowedActions: listingActionsOf(row, { role, lapses }),
  };
}

/** A job starts to count: for a new car within an hour, for one from before an upgrade at its first run. */
function uncounted({ updatedAt }: ListingRow, now: Date): Date {
  return now.getTime() - updatedAt.getTime() < 86_400_000 ? updatedAt : now;
}

/** What a seller may do with their own listing, or an admin with any. A booked car can be removed but not withdrawn. */
function listingActionsOf(
  row: ListingRow,
  { role, lapses }: { role: Role; lapses: boolean },
): (typeof listingActions)[number][] {
  const status = statusOf(row);
  if (status === "removed") return [];
  if (status === "withdrawn") return role === "Seller" ? ["delete"] : [];
  if (role === "admin") return ["delete"];
  if (role !== "Seller") return [];
  const actions: (typeof listingActions)[number][] = [];
  if (!row.isSellerSuspended && (status === "available" || status === "off_sale"))
    actions.push("edit");
  if (!row.isAdvertised && status !== "sold" && status !== "off_sale") actions.push("advertise");
  if (lapses || (row.lapsedAt && !row.isSellerSuspended)) actions.push("confirm");
  if (status !== "reserved") actions.push("delete");
  return actions;
}
