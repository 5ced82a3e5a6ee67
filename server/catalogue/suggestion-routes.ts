import { suggestionQuery, suggestionsAnswer } from "#shared/search/suggestion-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";

/** Public route: searches for what is being typed into a search field. */
export function suggestionRoutes(app: App, { catalogue }: Pick<Deps, "catalogue">): void {
  app.get(
    "/api/listings/suggestions",
    {
      schema: {
        summary: "Suggest searches for what is being typed",
        querystring: suggestionQuery,
        response: { 200: suggestionsAnswer },
      },
      config: { priority: "optional", rateLimit: limits.suggestion },
    },
    (request) => ({ suggestions: catalogue.suggest(request.query) }),
  );
}
