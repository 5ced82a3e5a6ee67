import { isStillShown } from "#shared/listings/listing-detail.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { estimateAnswer, estimateQuery } from "#shared/valuation/estimate-contract.ts";
import { priceModelAnswer } from "#shared/valuation/price-model-contract.ts";
import { valuationAnswer } from "#shared/valuation/valuation-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { estimatePrice } from "./estimate-price.ts";
import { readPriceModel } from "./read-price-model.ts";
import { requestTraining } from "./request-training.ts";
import { valueListing } from "./value-listing.ts";

/** How a car's price compares with similar cars, and why; what a seller's car would cost; for admins, the price model. */
export function valuationRoutes(
  app: App,
  deps: Pick<Deps, "catalogue" | "config" | "db" | "jobs" | "valuation">,
): void {
  app.get(
    "/api/listings/:id/valuation",
    {
      schema: {
        summary: "Compare a car's price with similar cars, and explain it",
        params: idParams,
        response: { 200: valuationAnswer },
      },
    },
    async (request) => {
      const found = deps.catalogue.findAny(listingId(request.params.id));
      if (!found || found.status === "off_sale") throw noSuchListing();
      if (!isStillShown(found, new Date())) throw new AppError("listing_gone");
      return valueListing(deps, found.listing);
    },
  );

  app.get(
    "/api/valuation/estimate",
    {
      schema: {
        summary: "Estimate the price of a car that you want to list or change",
        querystring: estimateQuery,
        response: { 200: estimateAnswer },
      },
      config: { refusals: [404] },
    },
    (request) => estimatePrice(deps, viewerOf(request), request.query),
  );

  app.get(
    "/api/valuation/model",
    {
      schema: {
        summary: "Read the price model, its errors and its trainings",
        response: { 200: priceModelAnswer },
      },
    },
    () => readPriceModel(deps),
  );

  app.post(
    "/api/valuation/model/train",
    { schema: { summary: "Train the price model now", response: { 200: modifiedAnswer } } },
    (request) => requestTraining(deps, viewerOf(request)),
  );
}
