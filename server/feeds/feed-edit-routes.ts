import {
  decideAllEditsAnswer,
  decideAllEditsBody,
  decideEditBody,
  decideEditsAnswer,
  decideEditsBody,
  editedCarPage,
} from "#shared/feeds/feed-edit-contract.ts";
import { idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing } from "#server/listings/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { decideAllEdits } from "./edits/decide-all-edits.ts";
import { decideEdit, listEdits } from "./edits/decide-edit.ts";
import { decideEdits } from "./edits/decide-edits.ts";
import { readInTurn } from "./read-in-turn.ts";
import { readerOf } from "./reader-of.ts";

/** Facts of cars that were edited in the shop and differ from the feed. */
export function feedEditRoutes(app: App, deps: Pick<Deps, "db" | "config" | "catalogue">): void {
  app.get(
    "/api/feeds/:id/edits",
    {
      schema: {
        summary: "List the cars that were edited in the shop and differ from the feed",
        params: idParams,
        querystring: pageQuery,
        response: { 200: editedCarPage },
      },
      config: { rateLimit: limits.feedRead },
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        listEdits(deps, viewerOf(request), request.params.id, request.query),
      ),
  );
  app.post(
    "/api/feeds/:id/edits",
    {
      schema: {
        summary: "Decide whether the feed or the shop wins in a fact of a car",
        params: idParams,
        body: decideEditBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        rateLimit: limits.feed,
        examples: {
          body: {
            "Keep the shop's price": {
              productId: exampleListing._id,
              field: "price",
              winner: "shop",
            },
          },
        },
      },
    },
    (request) => decideEdit(deps, viewerOf(request), { id: request.params.id, ...request.body }),
  );
  app.post(
    "/api/feeds/:id/edits/bulk",
    {
      schema: {
        summary: "Decide whether the feed or the shop wins in facts of many cars",
        params: idParams,
        body: decideEditsBody,
        response: { 200: decideEditsAnswer },
      },
      config: {
        rateLimit: limits.feed,
        examples: {
          body: {
            "Take two facts of the feed": {
              winner: "feed",
              edits: [
                { productId: exampleListing._id, field: "price" },
                { productId: exampleListing._id, field: "mileage" },
              ],
            },
          },
        },
      },
    },
    (request) => decideEdits(deps, viewerOf(request), { id: request.params.id, ...request.body }),
  );
  app.post(
    "/api/feeds/:id/edits/bulk/all",
    {
      schema: {
        summary: "Decide all edits of a feed that wait",
        params: idParams,
        body: decideAllEditsBody,
        response: { 200: decideAllEditsAnswer },
      },
      config: {
        rateLimit: limits.feed,
        refusals: [409],
        examples: { body: { "Keep what was edited in the shop": { winner: "shop", count: 12 } } },
      },
    },
    (request, reply) =>
      readInTurn(readerOf(request, reply), () =>
        decideAllEdits(deps, viewerOf(request), { id: request.params.id, ...request.body }),
      ),
  );
}
