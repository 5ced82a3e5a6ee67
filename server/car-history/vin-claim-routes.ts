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
    { schema: { querystring: vinClaimsQuery, response: { 200: z.array(vinClaim) } } },
    async (request, reply) => {
      const page = await listClaims(deps, request.query, new Date());
      sendPage(request, reply, page);
      return page.claims;
    },
  );

  for (const [verb, status] of [
    ["confirm", "confirmed"],
    ["refuse", "refused"],
  ] as const)
    app.post(
      `/api/vin-claims/:id/${verb}`,
      { schema: { params: idParams, body: decideVinClaimBody, response: { 200: modifiedAnswer } } },
      (request) => {
        const decision = { status, from: request.body?.from ?? "pending", now: new Date() };
        return decideVinClaim(deps, viewerOf(request), request.params.id, decision);
      },
    );
}
