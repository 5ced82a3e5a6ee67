import { isbot } from "isbot";
import type { FastifyRequest } from "fastify";
import type { Deps } from "#server/deps.ts";
import { readViewer } from "#server/identity/public.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import { readSellerOf } from "./seller-stats-store.ts";

/**
 * Counts a view of a listing, once a day per visitor. Does not count admins, the listing's seller, or declared bots.
 * @throws AppError token_invalid; not_found if visitors cannot see the listing
 */
export async function countView(
  deps: Pick<Deps, "db" | "identity" | "catalogue" | "views">,
  given: string,
  { ip, headers }: Pick<FastifyRequest, "ip" | "headers">,
): Promise<{ acknowledged: true }> {
  const viewer = await readViewer(deps, headers.authorization);
  const id = listingId(given);
  if (!deps.catalogue.find(id)) throw noSuchListing();
  const agent = headers["user-agent"] ?? "";
  if (agent === "" || isbot(agent) || viewer?.role === "admin") return { acknowledged: true };
  // Only a seller can own the listing, so other views need no query.
  const isOwn = viewer?.role === "Seller" && (await readSellerOf(deps.db, id)) === viewer.accountId;
  if (!isOwn) deps.views.note(id, viewer?.accountId ?? addressKey(ip));
  return { acknowledged: true };
}
