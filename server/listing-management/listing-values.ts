import { categories } from "#shared/categories/category.ts";
import type { Make } from "#shared/makes/all-makes.ts";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import { AppError, type FieldErrors } from "#shared/errors/app-error.ts";
import type { ChangeProductBody } from "#shared/listings/listing-contract.ts";
import { minorUnitDigits, toMinor } from "#shared/money/money.ts";

/**
 * The make named by `category` and `categoryId`; null if neither is given. If both are, they must agree.
 * @throws AppError invalid_input
 */
export function makeOf(
  body: Pick<ChangeProductBody, "category" | "categoryId">,
): { make: Make; categoryId: number } | null {
  const byId = categories.find((category) => category.id === body.categoryId)?.name;
  if (byId && body.category && byId !== body.category)
    throw refused({ categoryId: `Category ${body.categoryId} is ${byId}, not ${body.category}.` });
  const make = body.category ?? byId;
  return make ? { make, categoryId: categoryIdOf(make) } : null;
}

type Prices = { originalPrice?: number | undefined; resalePrice?: number | undefined };

/** The given prices in minor units. @throws AppError invalid_input if one has too many decimals */
export function pricesOf<Given extends Prices>(
  body: Given,
  currency: string,
): { originalPriceMinor: Given["originalPrice"]; resalePriceMinor: Given["resalePrice"] } {
  const originalPriceMinor = minorOf(body.originalPrice, currency);
  const resalePriceMinor = minorOf(body.resalePrice, currency);
  const tooFine = `Please use at most ${minorUnitDigits(currency)} decimals.`;
  if (originalPriceMinor === null || resalePriceMinor === null)
    throw refused({
      ...(originalPriceMinor === null && { originalPrice: tooFine }),
      ...(resalePriceMinor === null && { resalePrice: tooFine }),
    });
  return { originalPriceMinor, resalePriceMinor };
}

function minorOf(price: number | undefined, currency: string) {
  return price === undefined ? undefined : toMinor(price, currency);
}

/** An invalid field of the body. The message of the first one is also the error's own. */
export function refused(fields: FieldErrors): AppError {
  return new AppError("invalid_input", { message: Object.values(fields)[0], fields });
}
