import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { RoundTrip } from "#shared/identity/third-party-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { OpenIdClient, OpenIdProfile } from "#server/openid-client/public.ts";
import type { Identity } from "../create-identity.ts";
import { linkThirdParty } from "./link-third-party.ts";
import { logSignIn } from "../sessions/log-sign-in.ts";
import { recogniseThirdParty } from "./recognize-third-party.ts";
import { replaceSession } from "../sessions/replace-session.ts";
import { offered, pendingCookie, type Trip } from "./oauth-flow.ts";

type TripDeps = {
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
 * Goes on where the provider has sent a browser back, with the trip that it began.
 * @returns how it ended @throws AppError provider_unavailable, provider_refused
 */
export async function finishTrip(
  deps: TripDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  begun: Trip | null,
  answer: Answer,
): Promise<RoundTrip> {
  // Without the cookie that goes with it an answer is another browser's: somebody's who wants this one signed in as them.
  if (!begun || answer.state !== begun.state) return "expired";
  if (answer.error !== undefined) return answer.error === "access_denied" ? "declined" : "failed";
  if (answer.code === undefined) throw new AppError("provider_refused");
  const { code, iss } = answer;
  const person = await offered(deps.google).readProfile(begun, { code, iss });
  return begun.identityId === null
    ? enter(deps, request, reply, person)
    : connect(deps, request, begun.identityId, person);
}

async function enter(
  deps: TripDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  person: OpenIdProfile,
): Promise<RoundTrip> {
  const recognised = await recogniseThirdParty(deps, person);
  if (recognised.kind === "unverified") return "unverified";
  if (recognised.kind === "exists") {
    const { subject, email } = person;
    await pendingCookie.keep(reply, deps.identity, { subject, email });
    return "exists";
  }
  const userAgent = request.headers["user-agent"];
  const from = { ip: request.ip, ...(userAgent !== undefined && { userAgent }) };
  const { identityId } = recognised;
  const opened = await replaceSession(deps, request, () =>
    deps.identity.openSession(identityId, from),
  );
  reply.header("set-cookie", opened.cookies);
  if (!opened.asksCode) logSignIn(request, identityId, "google");
  return opened.asksCode ? "code" : "done";
}

async function connect(
  deps: TripDeps,
  request: FastifyRequest,
  identityId: string,
  person: OpenIdProfile,
): Promise<RoundTrip> {
  const session = await deps.identity.sessionOf(request.headers.cookie);
  // Signed out meanwhile, or somebody else is here now.
  if (session?.identityId !== identityId) return "expired";
  const decision = await linkThirdParty(deps, session, person);
  return decision === "connect" ? "connected" : decision;
}
