import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import { confirmationBody, confirmationQuery } from "#shared/freshness/freshness-contract.ts";
import { idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing } from "#server/listings/public.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { errorHandler } from "#server/platform/http/error-handler.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { confirmByLink, confirmationPath, confirmedPath } from "./confirm-by-link.ts";
import { confirmListing } from "./confirm-listing.ts";

type RouteDeps = Pick<Deps, "db" | "catalogue" | "identity">;

/** Confirming that cars are still for sale: by their signed-in seller, and by the link of a reminder. */
export function freshnessRoutes(app: App, deps: RouteDeps): void {
  app.post(
    "/api/products/:id/confirm",
    {
      schema: {
        summary: "Confirm that your car is still for sale",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
      config: { rateLimit: limits.changeProduct },
    },
    (request) => confirmListing(deps, viewerOf(request), request.params.id),
  );
  void app.register((scope) => linkRoute(scope as unknown as App, deps));
}

async function linkRoute(app: App, deps: RouteDeps): Promise<void> {
  // The page's form, which works without JavaScript.
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string) => ({
      cars: new URLSearchParams(text).getAll("car"),
    }),
  );
  app.post(
    "/api/listing-confirmations",
    {
      schema: {
        summary: "Confirm cars by an emailed link",
        querystring: confirmationQuery,
        body: confirmationBody,
        response: { 200: modifiedAnswer },
      },
      config: {
        refusals: [404],
        rateLimit: limits.confirmationLink,
        examples: {
          body: {
            "Two of the cars": {
              cars: [exampleListing._id, "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11"],
            },
          },
        },
      },
      // The page says that a link is not valid.
      errorHandler(error, request, reply) {
        const { token = "" } = request.query as { token?: string };
        if (isForm(request) && isNotValid(error))
          void reply.redirect(confirmationPath(String(token)), 303);
        else errorHandler(error, request, reply);
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      const answer = await confirmByLink(deps, { token, only: request.body?.cars ?? null });
      return isForm(request) ? reply.redirect(confirmedPath(token, answer), 303) : answer;
    },
  );
}

function isForm({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") ?? false;
}

function isNotValid(error: Error): boolean {
  return error instanceof AppError && ["invalid_input", "not_found"].includes(error.code);
}
