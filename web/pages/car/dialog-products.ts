import type { CardListing } from "#shared/listings/listing-contract.ts";
import type { PageServices } from "../page-services.ts";
import { dialogNames } from "#web/listings/use-dialog-param.ts";

/**
 * Cars whose dialogs the URL opens (`?book=<id>`) but that are not in `products`: a shared link, or a visitor who
 * just signed in, may point to a car on another page. Cars that visitors can't see are left out.
 */
export function findDialogProducts(
  { findProduct }: Pick<PageServices, "findProduct">,
  url: URL,
  products: readonly CardListing[],
): CardListing[] {
  return dialogNames.flatMap((name) => {
    const id = url.searchParams.get(name);
    if (id === null || products.some((product) => product._id === id)) return [];
    return findProduct(id) ?? [];
  });
}
