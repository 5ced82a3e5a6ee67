import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Identity, IdentitySession } from "../create-identity.ts";
import { linkThirdParty } from "./link-third-party.ts";
import { pendingCookie } from "./oauth-flow.ts";

/**
 * Connects the account that has just been signed in with the person at the provider who waits for it in this browser:
 * both have been shown, the account by its password and the person by the provider.
 * @throws AppError link_over where nobody waits, not_allowed where it is another's account
 */
export async function linkPending(
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
  pendingCookie.forget(reply, deps.identity);
  if (decision === "connect" || decision === "connected") return { status: true };
  throw new AppError("not_allowed", {
    message: `You are signed in with another account than ${pending.email}. Nothing was connected.`,
  });
}
