import type { PhotoBody } from "#shared/listings/listing-contract.ts";
import type { OwnListingDetail } from "#shared/listings/listing-detail.ts";
import { formatMajor } from "#shared/money/money.ts";
import { readMoney } from "#shared/money/read-money.ts";
import { readNumber } from "#shared/text/read-number.ts";
import { categoryIdOf, makes } from "#shared/makes/sold-makes.ts";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { detailsFormOf, emptyDetails, kilowattsOf, optionsOf } from "../details/details-body.ts";
import type { NewProduct } from "../listing-queries.ts";

/** Initial values of the form for a new car. */
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
  model: "",
  year: "",
  mileage: "",
  mileageUnit: "mi",
  fuel: "",
  transmission: "",
  engineSize: "",
  bodyType: "",
  colour: "",
  vin: "",
  vinConfirmed: false,
  ...emptyDetails,
};
export type ProductForm = typeof emptyProduct;

/** Both prices in major units of `currency`; null if one can't be parsed. */
export function pricesOf(
  typed: Pick<ProductForm, "originalPrice" | "resalePrice">,
  currency: string,
): { original: number | null; resale: number | null } {
  const read = (price: string) => {
    const money = readMoney(price, { currency, label: "Price" });
    return "amount" in money ? money.amount : null;
  };
  return { original: read(typed.originalPrice), resale: read(typed.resalePrice) };
}

/**
 * The body of POST /addproduct: the specified fields, both prices, and the details that were filled in. Numbers are
 * sent without commas and currency signs; unreadable ones are sent as typed for the server to reject.
 */
export function newProductBody(
  { mileageUnit, vinConfirmed, powerUnit, ...typed }: ProductForm,
  seller: Pick<IdentityUser, "email" | "displayName">,
  photos: readonly PhotoBody[],
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
    ...(vinConfirmed && { vinConfirmed }),
    powerKw: kilowattsOf(typed.powerKw, powerUnit),
    options: optionsOf(typed.options),
    ...(make && { categoryId: String(categoryIdOf(make)) }),
    email: seller.email,
    sellerName: seller.displayName,
    image: photos[0]?.image ?? "",
    photos,
  };
}

/** What a price is estimated from, as far as it can be read: the parameters of an estimate. */
export function estimatedFacts(typed: ProductForm): Record<string, string> {
  const mileage = readNumber(typed.mileage);
  const year = typed.year.trim();
  const engineSize = typed.engineSize.trim();
  const facts = {
    make: typed.category,
    model: typed.model.trim().slice(0, 80),
    year: /^(?:18|19|20)\d\d$/.test(year) ? year : "",
    mileage:
      mileage !== null && mileage >= 0 && mileage <= 2_000_000 ? String(Math.round(mileage)) : "",
    mileageUnit: typed.mileageUnit,
    fuel: typed.fuel,
    transmission: typed.transmission,
    engineSize: /^\d{1,2}(?:\.\d{1,3})?$/.test(engineSize) ? engineSize : "",
    bodyType: typed.bodyType,
    condition: typed.condition,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== ""));
}

/** The form's values for a car that is being changed. */
export function productFormOf(product: OwnListingDetail): ProductForm {
  const text = (value: string | number | null) => (value === null ? "" : String(value));
  const price = (amount: number | null) =>
    amount === null ? "" : formatMajor(amount, product.currency);
  return {
    name: product.name,
    location: product.location,
    originalPrice: price(product.originalPrice),
    resalePrice: price(product.resalePrice),
    purchase: text(product.purchase),
    used: text(product.used),
    category: product.category,
    phone: text(product.phone),
    condition: text(product.condition),
    // As text areas have line ends, so that nothing seems to be changed.
    description: product.description.replaceAll("\r\n", "\n"),
    model: text(product.model),
    year: text(product.year),
    mileage: text(product.mileage),
    mileageUnit: product.mileageUnit ?? "mi",
    fuel: text(product.fuel),
    transmission: text(product.transmission),
    engineSize: text(product.engineSize),
    bodyType: text(product.bodyType),
    colour: text(product.colour),
    vin: text(product.vin),
    vinConfirmed: false,
    ...detailsFormOf(product),
  };
}

/** The body of PATCH /products/{id}: what the seller changed. Empty if that is nothing. */
export function changedProductBody(
  product: OwnListingDetail,
  typed: ProductForm,
  seller: Pick<IdentityUser, "email" | "displayName">,
  photos: readonly PhotoBody[],
): NewProduct {
  const { currency } = product;
  const before = newProductBody(productFormOf(product), seller, product.photos, currency);
  const { image: _image, ...after } = newProductBody(typed, seller, photos, currency);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}
