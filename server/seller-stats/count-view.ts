import { isbot } from "isbot";
import type { FastifyRequest } from "fastify";
import type { Deps } from "#server/deps.ts";
import { readViewer } from "#server/identity/public.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import { readSellerOf } from "./seller-stats-store.ts";

/**
 * Counts that a visitor opened a car in the shop: visitors and buyers, once a day each; neither admins nor the car's own
 * seller nor programs that say they are one.
 * @throws AppError token_invalid; not_found where visitors see no such car
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
  // Only a seller can own the car, so other visits need no query.
  const isOwn = viewer?.role === "Seller" && (await readSellerOf(deps.db, id)) === viewer.accountId;
  if (!isOwn) deps.views.note(id, viewer?.accountId ?? addressKey(ip));
  return { acknowledged: true };
}
