import {
  suggestionQuery,
  suggestionsAnswer,
  type SuggestionsAnswer,
} from "#shared/search/suggestion-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
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
      config: { priority: "optional", rateLimit: limits.suggestion, examples: suggestionExamples },
    },
    (request) => ({ suggestions: catalogue.suggest(request.query) }),
  );
}

const suggestions: SuggestionsAnswer = {
  suggestions: [
    {
      kind: "search",
      label: "Mercedes-Benz · Diesel · “c”",
      total: 318,
      search: "q=merc+diesel+c",
    },
    {
      kind: "model",
      label: "Mercedes-Benz C Class · Diesel",
      total: 212,
      search: "q=diesel&make=Mercedes-Benz&model=C+Class",
    },
  ],
};

const suggestionExamples: CallExamples = {
  parameters: { q: "merc diesel c" },
  answers: { 200: { "While a model is typed": suggestions } },
};
