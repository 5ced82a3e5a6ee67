import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { isStillShown } from "#shared/listings/listing-detail.ts";
import type { Catalogue } from "#server/catalogue/public.ts";

/** A car whose page is shown: available, reserved or sold recently. Null for every other id. */
export function findShownCar(
  catalogue: Pick<Catalogue, "findAny">,
  id: string,
  now: Date,
): ListedProduct | null {
  const found = catalogue.findAny(id.toLowerCase());
  if (!found || found.status === "off_sale" || !isStillShown(found, now)) return null;
  const { description: _description, ...listed } = found.listing;
  return listed;
}
