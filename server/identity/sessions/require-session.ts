import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import { refuseForeignOrigin } from "#server/platform/http/trusted-origins.ts";
import type { Identity, IdentitySession } from "../create-identity.ts";

declare module "fastify" {
  interface FastifyRequest {
    identitySession: IdentitySession | null;
  }
}

/** The hook of a call that anybody may make: notes whose browser it is, for what is counted by account. */
export function noteSession(deps: { identity: Identity }) {
  return async (request: FastifyRequest): Promise<void> => {
    request.identitySession = await deps.identity.sessionOf(request.headers.cookie);
  };
}

/**
 * The hook of the two calls that take the browser's cookie. It runs before the body or query is looked at.
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
