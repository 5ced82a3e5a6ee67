import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import type { PageServices } from "./page-services.ts";
import { dialogNames } from "#web/listings/use-dialog-param.ts";

/**
 * The cars whose dialogs an address opens (`?book=<id>`) and that are not among `products`: a shared link, or a visitor
 * who signed in meanwhile, may name a car of another page of the list. Cars that visitors cannot see are left out.
 */
export function askedProducts(
  { findProduct }: Pick<PageServices, "findProduct">,
  url: URL,
  products: readonly ListedProduct[],
): ListedProduct[] {
  return dialogNames.flatMap((name) => {
    const id = url.searchParams.get(name);
    if (id === null || products.some((product) => product._id === id)) return [];
    return findProduct(id) ?? [];
  });
}
