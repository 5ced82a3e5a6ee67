import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import { refuseForeignOrigin } from "#server/platform/http/trusted-origins.ts";
import type { Identity, IdentitySession } from "../identity.ts";

declare module "fastify" {
  interface FastifyRequest {
    identitySession: IdentitySession | null;
  }
}

/** Hook for calls that need no session: attaches one if there is one, for rate limits by account. */
export function attachSession(deps: { identity: Identity }) {
  return async (request: FastifyRequest): Promise<void> => {
    request.identitySession = await deps.identity.sessionOf(request.headers.cookie);
  };
}

/**
 * Hook for calls that are authenticated by the session cookie. It runs before body and query are parsed.
 * @throws AppError foreign_origin, or not_signed_in without a live session
 */
export function requireSession(deps: { config: Config; identity: Identity }) {
  return async (request: FastifyRequest): Promise<void> => {
    refuseForeignOrigin(deps.config, request);
    request.identitySession = await deps.identity.sessionOf(request.headers.cookie);
    if (!request.identitySession) throw new AppError("not_signed_in");
  };
}

/** The session that `requireSession` found. */
export function sessionOf(request: FastifyRequest): IdentitySession {
  if (!request.identitySession) throw new AppError("not_signed_in");
  return request.identitySession;
}
