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
    similar: catalogue.similar(id, similarCars) ?? [],
  };
}
