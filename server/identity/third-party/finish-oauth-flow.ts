import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { OAuthFlowResult } from "#shared/identity/third-party-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { OpenIdClient, OpenIdProfile } from "#server/openid-client/public.ts";
import type { Identity } from "../identity.ts";
import { linkThirdParty } from "./link-third-party.ts";
import { logSignIn } from "../sessions/log-sign-in.ts";
import { recognizeThirdParty } from "./recognize-third-party.ts";
import { replaceSession } from "../sessions/replace-session.ts";
import { pendingCookie, requireGoogle, type OAuthFlow } from "./oauth-flow.ts";

type FlowDeps = {
  db: Database;
  config: Config;
  identity: Identity;
  google: OpenIdClient | null;
};
type Answer = {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
};

/**
 * Finishes the flow when the provider has sent the browser back.
 * @returns the result @throws AppError provider_unavailable, provider_refused
 */
export async function finishOAuthFlow(
  deps: FlowDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flow: OAuthFlow | null,
  answer: Answer,
): Promise<OAuthFlowResult> {
  // Without the matching cookie, the response may come from an attacker who wants this browser signed in as them.
  if (!flow || answer.state !== flow.state) return "expired";
  if (answer.error !== undefined) return answer.error === "access_denied" ? "declined" : "failed";
  if (answer.code === undefined) throw new AppError("provider_refused");
  const { code, iss } = answer;
  const profile = await requireGoogle(deps.google).readProfile(flow, { code, iss });
  return flow.identityId === null
    ? enter(deps, request, reply, profile)
    : connect(deps, request, flow.identityId, profile);
}

async function enter(
  deps: FlowDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  profile: OpenIdProfile,
): Promise<OAuthFlowResult> {
  const recognition = await recognizeThirdParty(deps, profile);
  if (recognition.kind === "unverified") return "unverified";
  if (recognition.kind === "exists") {
    const { subject, email } = profile;
    await pendingCookie.set(reply, deps.identity, { subject, email });
    return "exists";
  }
  const userAgent = request.headers["user-agent"];
  const from = { ip: request.ip, ...(userAgent !== undefined && { userAgent }) };
  const { identityId } = recognition;
  const opened = await replaceSession(deps, request, () =>
    deps.identity.openSession(identityId, from),
  );
  reply.header("set-cookie", opened.cookies);
  if (!opened.asksCode) logSignIn(request, identityId, "google");
  return opened.asksCode ? "code" : "done";
}

async function connect(
  deps: FlowDeps,
  request: FastifyRequest,
  identityId: string,
  profile: OpenIdProfile,
): Promise<OAuthFlowResult> {
  const session = await deps.identity.sessionOf(request.headers.cookie);
  // The user signed out in the meantime, or another user is signed in.
  if (session?.identityId !== identityId) return "expired";
  const decision = await linkThirdParty(deps, session, profile);
  return decision === "connect" ? "connected" : decision;
}
