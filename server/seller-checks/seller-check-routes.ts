import { AppError } from "#shared/errors/app-error.ts";
import { isStillShown } from "#shared/listings/listing-detail.ts";
import { createdAnswer, deletedAnswer, idParams } from "#shared/outcomes/outcome-contract.ts";
import {
  checkBody,
  listingChecks,
  sellerChecks,
} from "#shared/seller-checks/seller-check-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { readListingChecks, readSellerChecks } from "./read-checks.ts";
import { recordCheck, withdrawCheck } from "./record-check.ts";

/** Verification levels of sellers: what admins checked, and what visitors see of it. */
export function sellerCheckRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/listings/:id/checks",
    {
      schema: {
        summary: "Read what was checked of the seller of a car",
        params: idParams,
        response: { 200: listingChecks },
      },
      config: { priority: "optional", waits: "visitors" },
    },
    async (request) => {
      const id = listingId(request.params.id);
      const now = new Date();
      const found = deps.catalogue.findAnyJson(id);
      if (!found || found.status === "off_sale") throw noSuchListing();
      if (!isStillShown(found, now)) throw new AppError("listing_gone");
      return deps.visitors.read((db) => readListingChecks({ db }, id, now));
    },
  );
  app.get(
    "/api/seller/:id/checks",
    {
      schema: {
        summary: "List what was checked of a seller",
        params: idParams,
        response: { 200: sellerChecks },
      },
    },
    (request) => readSellerChecks(deps, request.params.id, new Date()),
  );
  app.post(
    "/api/seller/:id/checks",
    {
      schema: {
        summary: "Record what you checked of a seller",
        params: idParams,
        body: checkBody,
        response: { 200: createdAnswer },
      },
    },
    (request) => recordCheck(deps, viewerOf(request), request.params.id, request.body, new Date()),
  );
  app.delete(
    "/api/seller-checks/:id",
    {
      schema: {
        summary: "Withdraw a check of a seller",
        params: idParams,
        response: { 200: deletedAnswer },
      },
    },
    (request) => withdrawCheck(deps, viewerOf(request), request.params.id, new Date()),
  );
}
