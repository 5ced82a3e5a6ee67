import type { ListedProduct, Product } from "#shared/listings/listing-contract.ts";
import { isStillShown } from "#shared/listings/listing-detail.ts";
import { toMajor } from "#shared/money/money.ts";
import { photosOf, presentProduct, readListingRows, statusOf } from "#server/catalogue/public.ts";
import type { Deps } from "#server/deps.ts";
import { readPriceChanges } from "#server/listings/public.ts";
import type { CarPage } from "#web/pages/page-services.ts";

const similarCars = 3;

/**
 * A car's page. A sold car is `gone` after 30 days, and so is one that was withdrawn or removed after its sale. Null for
 * a car that visitors cannot see.
 */
export async function readCarPage(
  { db, catalogue, config }: Pick<Deps, "db" | "catalogue" | "config">,
  id: string,
  now: Date,
): Promise<CarPage | "gone" | null> {
  const [row] = await readListingRows(db, [id]);
  if (!row) return null;
  const status = statusOf(row);
  const isGone = !isStillShown(row, now);
  if (status === "withdrawn" || status === "removed" || row.isSellerDeleted)
    return isGone ? "gone" : null;
  if (status === "off_sale") return null;
  const product = presentProduct(row, config.CURRENCY, now);
  const prices = await readPriceChanges(db, id);
  const photos = photosOf(row);
  return {
    product,
    isGone,
    soldAt: row.soldAt?.toISOString() ?? null,
    photos: photos.length > 0 ? photos : [{ image: product.image, alt: "" }],
    daysListed: Math.max(0, Math.floor((now.getTime() - row.createdAt.getTime()) / 86_400_000)),
    prices: prices.map(({ priceMinor, at }) => ({
      price: toMajor(priceMinor, config.CURRENCY),
      at: at.toISOString(),
    })),
    similar: similarTo(catalogue, product),
  };
}

/** The cars of the same brand that are closest in model, body and price, among the newest. */
function similarTo(
  catalogue: Pick<Deps["catalogue"], "listCategory">,
  car: Product,
): ListedProduct[] {
  const query = { limit: 200, sort: "newest" } as const;
  const distance = (other: Product) =>
    Math.abs(Math.log2(other.resalePrice / car.resalePrice)) +
    (other.model === car.model ? 0 : 2) +
    (other.bodyType === car.bodyType ? 0 : 1);
  return (catalogue.listCategory(car.categoryId, query)?.products ?? [])
    .filter(({ _id }) => _id !== car._id)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, similarCars)
    .map(({ description: _description, ...listed }) => listed);
}
