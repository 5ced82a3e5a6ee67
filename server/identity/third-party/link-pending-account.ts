import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Identity, IdentitySession } from "../identity.ts";
import { linkThirdParty } from "./link-third-party.ts";
import { pendingCookie } from "./oauth-flow.ts";

/**
 * Connects the account that just signed in with the provider's user that is pending in this browser. By now the user has
 * shown that both are theirs.
 * @throws AppError link_over if none is pending, not_allowed if another account is signed in
 */
export async function linkPendingAccount(
  deps: { db: Database; config: Config; identity: Identity },
  session: IdentitySession,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ status: true }> {
  const pending = await pendingCookie.read(request, deps.identity);
  if (!pending)
    throw new AppError("link_over", {
      message: "That took too long. You are signed in; connect Google on your account page.",
    });
  const decision = await linkThirdParty(deps, session, { ...pending, emailVerified: true });
  pendingCookie.clear(reply, deps.identity);
  if (decision === "connect" || decision === "connected") return { status: true };
  throw new AppError("not_allowed", {
    message: `You are not signed in as ${pending.email}. Nothing was connected.`,
  });
}
