import { categoryIdOf, makes } from "#shared/categories/category.ts";
import type { IdentityUser } from "#web/platform/identity-client.ts";
import type { NewProduct } from "./listing-queries.ts";

/** The add-product form as typed. */
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

/** What POST /addproduct is sent: the seed's fields, both prices among them, and the facts that were filled in. */
export function newProductBody(
  { image: _files, mileageUnit, ...typed }: ProductForm,
  seller: Pick<IdentityUser, "email" | "displayName">,
  image: string,
): NewProduct {
  const make = makes.find((name) => name === typed.category);
  return {
    ...typed,
    ...(typed.mileage && { mileageUnit }),
    ...(make && { categoryId: String(categoryIdOf(make)) }),
    email: seller.email,
    sellerName: seller.displayName,
    image,
  };
}
