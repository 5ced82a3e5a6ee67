import { z } from "zod";
import {
  favorite,
  favoriteIds,
  mergeFavoritesAnswer,
  mergeFavoritesBody,
} from "#shared/favorites/favorite-contract.ts";
import { deletedAnswer, idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { listFavoriteIds, listFavorites } from "./list-favorites.ts";
import { mergeFavorites } from "./merge-favorites.ts";
import { removeFavorite } from "./remove-favorite.ts";
import { saveFavorite } from "./save-favorite.ts";

/** The cars that an account saved. */
export function favoriteRoutes(app: App, deps: Pick<Deps, "db" | "config" | "catalogue">): void {
  const config = { rateLimit: limits.favorite };

  app.get(
    "/api/favorites",
    { schema: { summary: "List your saved cars", response: { 200: z.array(favorite) } } },
    (request) => listFavorites(deps, viewerOf(request)),
  );
  app.get(
    "/api/favorites/ids",
    { schema: { summary: "List the ids of your saved cars", response: { 200: favoriteIds } } },
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
      config,
    },
    (request) => mergeFavorites(deps, viewerOf(request), request.body.ids),
  );
  app.put(
    "/api/favorites/:id",
    {
      schema: { summary: "Save a car", params: idParams, response: { 200: modifiedAnswer } },
      config,
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
      config,
    },
    (request) => removeFavorite(deps, viewerOf(request), request.params.id),
  );
}
