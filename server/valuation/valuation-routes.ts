import { isStillShown } from "#shared/listings/listing-detail.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import { valuationAnswer } from "#shared/valuation/valuation-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { valueListing } from "./value-listing.ts";

/** A public route: how a car's price compares with similar cars, and why. */
export function valuationRoutes(app: App, deps: Pick<Deps, "catalogue" | "valuation">): void {
  app.get(
    "/api/listings/:id/valuation",
    { schema: { params: idParams, response: { 200: valuationAnswer } } },
    async (request) => {
      const found = deps.catalogue.findAny(listingId(request.params.id));
      if (!found || found.status === "off_sale") throw noSuchListing();
      if (!isStillShown(found, new Date())) throw new AppError("listing_gone");
      return valueListing(deps, found.listing);
    },
  );
}
