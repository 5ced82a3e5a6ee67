import { categoryIdOf } from "#shared/categories/category.ts";
import { convertPrice, type Rate } from "./convert-price.ts";
import type { FeedCar, Remark } from "./feed-car.ts";
import { fingerprint } from "./fingerprint.ts";
import type { NewListing, Seller } from "./import-store.ts";

/** Where a listing comes from and how its money is converted. */
export type Origin = {
  sourceFile: string;
  sourceRow: number;
  seller: Seller;
  location: string | null;
  shopCurrency: string;
  rate: Rate;
};

/** The listing of a feed's car, priced in the shop's currency; null where the converted price is no amount that can be kept. */
export function toListing(
  car: FeedCar,
  leftOut: readonly Remark[],
  origin: Origin,
): Omit<NewListing, "id"> | null {
  const { sourceTaxMinor, ...facts } = car;
  const convert = (minor: number) =>
    convertPrice(minor, car.sourceCurrency, origin.shopCurrency, origin.rate);
  const resalePriceMinor = convert(car.sourcePriceMinor);
  if (!resalePriceMinor) return null;
  return {
    ...facts,
    sellerId: origin.seller.id,
    phone: origin.seller.phone,
    location: car.location || origin.location || origin.seller.location,
    name: `${car.make} ${car.model} ${car.year}`,
    categoryId: categoryIdOf(car.make),
    resalePriceMinor,
    annualTaxMinor: sourceTaxMinor === null ? null : convert(sourceTaxMinor),
    sourceFile: origin.sourceFile,
    sourceRow: origin.sourceRow,
    sourceRate: origin.rate,
    importFingerprint: fingerprint(car, leftOut),
  };
}
