import { AppError } from "#shared/errors/app-error.ts";
import { isStillShown, listingDetail } from "#shared/listings/listing-detail.ts";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import {
  searchAnswer,
  searchQuery,
  similarAnswer,
  similarQuery,
} from "#shared/search/search-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { sendJson } from "#server/platform/http/send-json.ts";

/** Public routes: search, one listing, and listings like it. */
export function searchRoutes(app: App, { catalogue }: Pick<Deps, "catalogue">): void {
  app.get(
    "/api/listings",
    {
      schema: {
        summary: "Search the cars for sale",
        querystring: searchQuery,
        response: { 200: searchAnswer },
      },
      compress: false,
      decompress: false,
    },
    (request, reply) => void sendJson(reply, catalogue.searchJson(request.query)),
  );

  app.get(
    "/api/listings/:id",
    {
      schema: {
        summary: "Read a car; a sold one is shown for 30 days",
        params: idParams,
        response: { 200: listingDetail },
      },
      config: { refusals: [410] },
      compress: false,
    },
    (request, reply) => {
      const found = catalogue.findAnyJson(listingId(request.params.id));
      if (!found || found.status === "off_sale") throw noSuchListing();
      if (!isStillShown(found, new Date())) throw new AppError("listing_gone");
      sendJson(reply, found.json);
    },
  );

  app.get(
    "/api/listings/:id/similar",
    {
      schema: {
        summary: "List the cars most like a car",
        params: idParams,
        querystring: similarQuery,
        response: { 200: similarAnswer },
      },
      config: { priority: "optional" },
      compress: false,
    },
    (request, reply) => {
      const json = catalogue.similarJson(listingId(request.params.id), request.query.limit);
      if (json === null) throw noSuchListing();
      sendJson(reply, json);
    },
  );
}
