import { createdAnswer, deletedAnswer, idParams } from "#shared/outcomes/outcome-contract.ts";
import {
  checkBody,
  listingChecks,
  sellerChecks,
} from "#shared/seller-checks/seller-check-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing, requireShown } from "#server/listings/public.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
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
      config: {
        priority: "optional",
        waits: "visitors",
        refusals: [410],
        examples: listingCheckExamples,
      },
    },
    async (request) => {
      const now = new Date();
      const id = requireShown(deps.catalogue, request.params.id, now);
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
      config: {
        examples: {
          parameters: { id: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11" },
          body: { "An identity document": { level: "identity", validUntil: "2027-11-20" } },
          answers: {
            200: {
              Recorded: { acknowledged: true, insertedId: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11" },
            },
          },
        },
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

const listingCheckExamples: CallExamples = {
  parameters: { id: exampleListing._id },
  answers: {
    200: {
      "A seller who was checked": [
        { level: "email", checkedAt: null, validUntil: null },
        {
          level: "identity",
          checkedAt: "2026-11-20T10:00:00.000Z",
          validUntil: "2027-11-21T00:00:00.000Z",
        },
      ],
    },
  },
};
