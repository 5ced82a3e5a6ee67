import { z } from "zod";
import {
  favorite,
  favoriteIds,
  mergeFavoritesAnswer,
  mergeFavoritesBody,
  type Favorite,
  type MergeFavoritesAnswer,
} from "#shared/favorites/favorite-contract.ts";
import { deletedAnswer, idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing, noSuchListing } from "#server/listings/public.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { listFavoriteIds, listFavorites } from "./list-favorites.ts";
import { mergeFavorites } from "./merge-favorites.ts";
import { removeFavorite } from "./remove-favorite.ts";
import { saveFavorite } from "./save-favorite.ts";

/** The cars that an account saved. */
export function favoriteRoutes(app: App, deps: Pick<Deps, "db" | "config" | "catalogue">): void {
  app.get(
    "/api/favorites",
    {
      schema: { summary: "List your saved cars", response: { 200: z.array(favorite) } },
      config: { examples: { answers: { 200: { "Saved cars": [savedCar] } } } },
    },
    (request) => listFavorites(deps, viewerOf(request)),
  );
  app.get(
    "/api/favorites/ids",
    {
      schema: { summary: "List the ids of your saved cars", response: { 200: favoriteIds } },
      config: { examples: { answers: { 200: { "Saved cars": { ids: [exampleListing._id] } } } } },
    },
    (request) => listFavoriteIds(deps, viewerOf(request)),
  );
  app.post(
    "/api/favorites",
    {
      schema: {
        summary: "Add the cars saved on a device to yours",
        body: mergeFavoritesBody,
        response: { 200: mergeFavoritesAnswer },
      },
      config: {
        rateLimit: limits.favorite,
        examples: {
          body: { "The cars of a device": { ids: [exampleListing._id, ...merged.ignored] } },
          answers: { 200: { Merged: merged } },
        },
      },
    },
    (request) => mergeFavorites(deps, viewerOf(request), request.body.ids),
  );
  app.put(
    "/api/favorites/:id",
    {
      schema: { summary: "Save a car", params: idParams, response: { 200: modifiedAnswer } },
      config: { rateLimit: limits.favorite, examples: saveExamples },
    },
    (request) => saveFavorite(deps, viewerOf(request), request.params.id),
  );
  app.delete(
    "/api/favorites/:id",
    {
      schema: {
        summary: "Remove a car from your saved cars",
        params: idParams,
        response: { 200: deletedAnswer },
      },
      config: {
        rateLimit: limits.favorite,
        examples: {
          parameters: { id: exampleListing._id },
          answers: { 200: { Removed: { deletedCount: 1 }, "Not saved": { deletedCount: 0 } } },
        },
      },
    },
    (request) => removeFavorite(deps, viewerOf(request), request.params.id),
  );
}

const savedCar: Favorite = {
  productId: exampleListing._id,
  name: exampleListing.name,
  savedAt: "2026-11-21T18:40:00.000Z",
  state: "for_sale",
  product: exampleListing,
};
const merged: MergeFavoritesAnswer = {
  added: [exampleListing._id],
  alreadySaved: [],
  ignored: ["00000000-0000-4000-8000-000000000000"],
  overLimit: [],
};

const saveExamples: CallExamples = {
  parameters: { id: exampleListing._id },
  answers: {
    200: { Saved: { modifiedCount: 1 }, "Saved before": { modifiedCount: 0 } },
    404: { "Unknown or withdrawn": noSuchListing() },
  },
};
