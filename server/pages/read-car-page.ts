import { presentDetails } from "#shared/listings/car-details.ts";
import { findModel } from "#shared/makes/find-model.ts";
import { isStillShown } from "#shared/listings/listing-detail.ts";
import {
  detailsOf,
  photosOf,
  presentProduct,
  readListingRows,
  statusOf,
  type ListingRow,
} from "#server/catalogue/public.ts";
import type { Deps } from "#server/deps.ts";
import { readCarHistory } from "#server/car-history/public.ts";
import { readSellerReviews } from "#server/reviews/public.ts";
import { readListingChecks } from "#server/seller-checks/public.ts";
import { valueListing } from "#server/valuation/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { isDatabaseUnavailable } from "#server/platform/database/is-database-unavailable.ts";
import type { CarPage, OffSaleCar } from "#web/pages/page-services.ts";
import { markOddPhotos } from "./mark-odd-photos.ts";

const similarCars = 3;

type CarPageNeeds = Pick<Deps, "visitors" | "catalogue" | "config" | "valuation">;

/**
 * A car's page. While the database cannot be reached, it is made from memory, without its history. A sold car is `gone`
 * after 30 days, and so is one that was withdrawn or removed after its sale. Of one that is off sale, it shows similar
 * cars. Null for a car that visitors cannot see: deleted, removed, or of a suspended seller.
 */
export async function readCarPage(
  deps: CarPageNeeds,
  id: string,
  now: Date,
): Promise<CarPage | OffSaleCar | "gone" | null> {
  try {
    return await readStoredCarPage(deps, id, now);
  } catch (error) {
    const page = isDatabaseUnavailable(error) ? await readCarPageFromMemory(deps, id, now) : null;
    // Only the database knows whether there was a car that is not in memory.
    if (!page) throw error;
    return page;
  }
}

async function readCarPageFromMemory(
  { catalogue, valuation }: CarPageNeeds,
  id: string,
  now: Date,
): Promise<CarPage | "gone" | null> {
  const car = catalogue.findAny(id);
  if (!car || car.status === "off_sale") return null;
  const { details, photos, soldAt } = car;
  const { priceRating: _priceRating, ...product } = car.listing;
  return {
    product,
    details,
    isGone: !isStillShown(car, now),
    soldAt: soldAt?.toISOString() ?? null,
    photos: photosOrIllustration(photos, product),
    daysListed: daysBetween(new Date(product.createdAt), soldAt ?? now),
    history: [],
    flags: [],
    reviews: null,
    checks: [],
    similar: catalogue.similar(id, similarCars) ?? [],
    valuation: soldAt === null ? await valueListing({ catalogue, valuation }, product) : null,
    isComplete: false,
  };
}

async function readStoredCarPage(
  { visitors, catalogue, config, valuation }: CarPageNeeds,
  id: string,
  now: Date,
): Promise<CarPage | OffSaleCar | "gone" | null> {
  const [{ row, photos }, history, reviews, checks] = await visitors.read((db) =>
    Promise.all([
      readRow({ db, config }, id),
      readCarHistory({ db, config }, id, now),
      readSellerReviews({ db }, id, now),
      readListingChecks({ db }, id, now),
    ]),
  );
  if (!row) return null;
  if (isOffSale(row)) return readOffSaleCar(catalogue, row);
  const status = statusOf(row);
  const isGone = !isStillShown(row, now);
  if (status === "withdrawn" || status === "removed" || row.isSellerDeleted)
    return isGone ? "gone" : null;
  if (status === "off_sale") return null;
  const product = presentProduct(row, config.CURRENCY, now);
  return {
    product,
    details: presentDetails(detailsOf(row)),
    isGone,
    soldAt: row.soldAt?.toISOString() ?? null,
    photos: photosOrIllustration(photos, product),
    // A listing from before the history has its events once a job has added them.
    daysListed: history.events.some(({ kind }) => kind === "listed")
      ? history.daysOnMarket
      : daysBetween(row.createdAt, row.soldAt ?? now),
    history: history.events,
    flags: history.flags,
    reviews,
    checks,
    similar: catalogue.similar(id, similarCars) ?? [],
    valuation: row.soldAt ? null : await valueListing({ catalogue, valuation }, product),
    isComplete: true,
  };
}

async function readRow(deps: { db: Executor; config: Deps["config"] }, id: string) {
  const [row] = await readListingRows(deps.db, [id]);
  return { row, photos: row ? await markOddPhotos(deps, photosOf(row)) : [] };
}

/** Its seller took it off sale or let it lapse, its feed retired it, or its sale was refunded. It can come back. */
function isOffSale(row: ListingRow): boolean {
  if (row.isSellerDeleted || row.isSellerSuspended) return false;
  const status = statusOf(row);
  return status === "off_sale" || (status === "withdrawn" && row.offSaleAt !== null);
}

function readOffSaleCar(catalogue: Deps["catalogue"], row: ListingRow): OffSaleCar {
  const { id, name, make, categoryId } = row;
  return {
    isOffSale: true,
    product: { _id: id, name, category: make, categoryId },
    others: searchOfModel(catalogue, row),
    similar: catalogue.similarTo(row, similarCars),
  };
}

function searchOfModel(
  catalogue: Deps["catalogue"],
  { make, model: written }: Pick<ListingRow, "make" | "model">,
): OffSaleCar["others"] {
  if (!written) return null;
  const model = findModel(make, written)?.facts.model ?? written;
  if (catalogue.search({ make: [make], model: [model], limit: 1 }).total === 0) return null;
  const search = new URLSearchParams({ make, model });
  return { label: `${make} ${model}`, path: `/search?${search.toString()}` };
}

function photosOrIllustration(photos: CarPage["photos"], { image }: CarPage["product"]) {
  return photos.length > 0 ? photos : [{ image, alt: "" }];
}

function daysBetween(before: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - before.getTime()) / 86_400_000));
}
