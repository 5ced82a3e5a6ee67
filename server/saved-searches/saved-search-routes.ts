import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { deletedAnswer, idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import {
  changeSavedSearchBody,
  savedSearch,
  saveSearchAnswer,
  saveSearchBody,
  unsubscribeQuery,
  type SavedSearch,
  type SaveSearchAnswer,
} from "#shared/saved-searches/saved-search-contract.ts";
import type { Deps } from "#server/deps.ts";
import { errorHandler } from "#server/platform/http/error-handler.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { changeSavedSearch, removeSavedSearch } from "./change-saved-search.ts";
import { listSavedSearches } from "./list-saved-searches.ts";
import { saveSearch } from "./save-search.ts";
import { unsubscribe, unsubscribePath } from "./unsubscribe.ts";

/** The searches that an account saved, and the links that stop their emails. */
export function savedSearchRoutes(
  app: App,
  deps: Pick<Deps, "db" | "catalogue" | "config" | "identity">,
): void {
  app.get(
    "/api/saved-searches",
    {
      schema: { summary: "List your saved searches", response: { 200: z.array(savedSearch) } },
      config: { examples: { answers: { 200: { "Saved searches": [weekendSearch] } } } },
    },
    (request) => listSavedSearches(deps, viewerOf(request)),
  );
  app.post(
    "/api/saved-searches",
    {
      schema: {
        summary: "Save a search",
        body: saveSearchBody,
        response: { 200: saveSearchAnswer },
      },
      config: { rateLimit: limits.savedSearch, examples: saveExamples },
    },
    (request) => saveSearch(deps, viewerOf(request), request.body),
  );
  app.patch(
    "/api/saved-searches/:id",
    {
      schema: {
        summary: "Rename a saved search, turn its emails on or off, or mark it seen",
        params: idParams,
        body: changeSavedSearchBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        rateLimit: limits.savedSearch,
        examples: {
          parameters: { id: weekendSearch._id },
          body: { "Another name": { name: "Weekend car" }, "No emails": { emailsOn: false } },
          answers: { 200: { Changed: { modifiedCount: 1 } } },
        },
      },
    },
    (request) =>
      changeSavedSearch(deps, viewerOf(request), { id: request.params.id, ...request.body }),
  );
  app.delete(
    "/api/saved-searches/:id",
    {
      schema: {
        summary: "Delete a saved search",
        params: idParams,
        response: { 200: deletedAnswer },
      },
      config: {
        rateLimit: limits.savedSearch,
        examples: {
          parameters: { id: weekendSearch._id },
          answers: { 200: { Removed: { deletedCount: 1 } } },
        },
      },
    },
    (request) => removeSavedSearch(deps, viewerOf(request), request.params.id),
  );
  void app.register((scope) => unsubscribeRoutes(scope as unknown as App, deps));
}

async function unsubscribeRoutes(
  app: App,
  deps: Pick<Deps, "db" | "config" | "identity">,
): Promise<void> {
  // Mail programs post a form (RFC 8058) whose content is always the same.
  for (const type of ["application/x-www-form-urlencoded", "multipart/form-data"])
    app.addContentTypeParser(type, { parseAs: "string" }, async () => undefined);

  app.get(
    "/api/saved-searches/unsubscribe",
    {
      schema: { summary: "Open the page of an unsubscribe link", querystring: unsubscribeQuery },
      config: { redirects: true },
    },
    // Some mail programs open the address instead of posting to it.
    (request, reply) => reply.redirect(unsubscribePath(request.query.token), 302),
  );
  app.post(
    "/api/saved-searches/unsubscribe",
    {
      schema: {
        summary: "Stop emails about saved searches, by an emailed link",
        querystring: unsubscribeQuery,
        response: { 200: modifiedAnswer },
      },
      config: {
        refusals: [404],
        rateLimit: limits.unsubscribe,
        examples: {
          answers: { 200: { "No more emails": { modifiedCount: 1 } } },
        },
      },
      // The page says that a link is not valid.
      errorHandler(error, request, reply) {
        const { token = "" } = request.query as { token?: string };
        if (isForm(request) && isNotValid(error))
          void reply.redirect(unsubscribePath(String(token)), 303);
        else errorHandler(error, request, reply);
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      const answer = await unsubscribe(deps, token);
      // The page's form, which works without JavaScript, goes back to the page.
      return isForm(request) ? reply.redirect(unsubscribePath(token), 303) : answer;
    },
  );
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

function isNotValid(error: Error): boolean {
  return error instanceof AppError && ["invalid_input", "not_found"].includes(error.code);
}

const weekendSearch: SavedSearch = {
  _id: "d2b0c6f4-51a7-4a3e-9d0b-6f2f4f0f8a31",
  name: "Mercedes-Benz C Class, station wagon, up to $15,000",
  search: "make=Mercedes-Benz&model=C+Class&body=estate&priceMax=15000",
  parts: [
    { part: "make", label: "Mercedes-Benz" },
    { part: "model", label: "C Class" },
    { part: "body", label: "Station wagon" },
    { part: "price", label: "Up to $15,000" },
  ],
  total: 41,
  newCount: 2,
  seenAt: "2026-11-21T18:40:00.000Z",
  emailsOn: true,
  createdAt: "2026-11-20T08:15:00.000Z",
};
const firstSave: SaveSearchAnswer = {
  acknowledged: true,
  insertedId: weekendSearch._id,
  name: weekendSearch.name,
};

const saveExamples: CallExamples = {
  body: {
    "Named by the shop": { search: weekendSearch.search },
    "With a name": { search: weekendSearch.search, name: "Weekend car" },
  },
  answers: {
    200: {
      Saved: firstSave,
      "Saved before": {
        acknowledged: false,
        message: `You already saved this search as “${weekendSearch.name}”.`,
        name: weekendSearch.name,
      },
    },
  },
};
