import { isStillShown } from "#shared/listings/listing-detail.ts";
import type { Catalogue } from "#server/catalogue/public.ts";
import type { ShownCar } from "#web/pages/page-services.ts";

/** A car whose page is shown: available, reserved or sold recently. Null for every other id. */
export function findShownCar(
  catalogue: Pick<Catalogue, "findAny">,
  id: string,
  now: Date,
): ShownCar | null {
  const car = catalogue.findAny(id.toLowerCase());
  if (!car || car.status === "off_sale" || !isStillShown(car, now)) return null;
  const { description: _description, ...listed } = car.listing;
  // Long lists do not fit side by side.
  const { options: _options, ...details } = car.details;
  return { ...listed, details };
}
