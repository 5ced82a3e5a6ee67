import type { Catalogue } from "#server/catalogue/public.ts";
import { isShown } from "#server/listings/public.ts";
import type { ShownCar } from "#web/pages/page-services.ts";

/** A car whose page is shown: available, reserved or sold recently. Null for every other id. */
export function findShownCar(
  catalogue: Pick<Catalogue, "findAny" | "standing">,
  id: string,
  now: Date,
): ShownCar | null {
  const car = isShown(catalogue, id.toLowerCase(), now) && catalogue.findAny(id.toLowerCase());
  if (!car) return null;
  const { description: _description, ...listed } = car.listing;
  // Long lists do not fit side by side.
  const { options: _options, ...details } = car.details;
  return { ...listed, details };
}
