import { z } from "zod";
import {
  decideVinClaimBody,
  vinClaim,
  vinClaimsQuery,
} from "#shared/car-history/vin-claim-contract.ts";
import { idParams, modifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { decideVinClaim } from "./decide-vin-claim.ts";
import { listClaims } from "./list-vin-claims.ts";

/** For admins: listings with a VIN that another seller's listing had before. */
export function vinClaimRoutes(app: App, deps: Pick<Deps, "db" | "catalogue">): void {
  app.get(
    "/api/vin-claims",
    {
      schema: {
        summary: "List cars with a VIN that another seller's car had before",
        querystring: vinClaimsQuery,
        response: { 200: z.array(vinClaim) },
      },
    },
    async (request, reply) => {
      const page = await listClaims(deps, request.query, new Date());
      sendPage(request, reply, page);
      return page.claims;
    },
  );

  for (const { verb, status, summary } of [
    {
      verb: "confirm",
      status: "confirmed",
      summary: "Confirm that a car has the VIN, and join the histories",
    },
    {
      verb: "refuse",
      status: "refused",
      summary: "Keep the histories of two cars with the same VIN apart",
    },
  ] as const)
    app.post(
      `/api/vin-claims/:id/${verb}`,
      {
        schema: {
          summary,
          params: idParams,
          body: decideVinClaimBody,
          response: { 200: modifiedAnswer },
        },
        config: { examples: { body: { "A claim that waits": { from: "pending" } } } },
      },
      (request) => {
        const decision = { status, from: request.body?.from ?? "pending", now: new Date() };
        return decideVinClaim(deps, viewerOf(request), request.params.id, decision);
      },
    );
}
