import { readMoney } from "#shared/money/read-money.ts";
import { readNumber } from "#shared/text/read-number.ts";
import { categoryIdOf, makes } from "#shared/categories/category.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import type { NewProduct } from "./listing-queries.ts";

/** Initial values of the add-product form. */
export const emptyProduct = {
  name: "",
  location: "",
  originalPrice: "",
  resalePrice: "",
  purchase: "",
  used: "",
  category: makes[0] as string,
  phone: "",
  condition: "Excellent",
  description: "",
  image: null as FileList | null,
  model: "",
  year: "",
  mileage: "",
  mileageUnit: "mi",
  fuel: "",
  transmission: "",
  engineSize: "",
  bodyType: "",
  colour: "",
};
export type ProductForm = typeof emptyProduct;

/** Both prices in major units of `currency`; null if one can't be parsed. */
export function pricesOf(
  typed: Pick<ProductForm, "originalPrice" | "resalePrice">,
  currency: string,
): { original: number | null; resale: number | null } {
  const read = (price: string) => {
    const found = readMoney(price, { currency, label: "Price" });
    return "amount" in found ? found.amount : null;
  };
  return { original: read(typed.originalPrice), resale: read(typed.resalePrice) };
}

/**
 * The body of POST /addproduct: the specified fields, both prices, and the details that were filled in. Numbers are
 * sent without commas and currency signs; unreadable ones are sent as typed for the server to reject.
 */
export function newProductBody(
  { image: _files, mileageUnit, ...typed }: ProductForm,
  seller: Pick<IdentityUser, "email" | "displayName">,
  image: string,
  currency: string,
): NewProduct {
  const { original, resale } = pricesOf(typed, currency);
  const mileage = readNumber(typed.mileage);
  const make = makes.find((name) => name === typed.category);
  return {
    ...typed,
    ...(original !== null && { originalPrice: String(original) }),
    ...(resale !== null && { resalePrice: String(resale) }),
    ...(mileage !== null && { mileage: String(mileage) }),
    ...(typed.mileage && { mileageUnit }),
    ...(make && { categoryId: String(categoryIdOf(make)) }),
    email: seller.email,
    sellerName: seller.displayName,
    image,
  };
}
