import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Identity } from "./create-identity.ts";
import { requireSession, sessionOf } from "./require-session.ts";
import { isProved } from "./session-store.ts";

/** Minutes for which a password, a passkey or a sign-in counts as shown. */
export const proofMinutes = 10;

type ProofDeps = { db: Database; config: Config; identity: Identity };

/**
 * The hook of calls that change how somebody signs in: a session that was left open does not do.
 * @throws AppError proof_needed, or what `requireSession` throws
 */
export function requireProof(deps: ProofDeps) {
  const withSession = requireSession(deps);
  return async (request: FastifyRequest): Promise<void> => {
    await withSession(request);
    await refuseUnproved(deps, request);
  };
}

/** The same, for a call that may carry the password itself instead. @throws AppError proof_needed */
export async function refuseUnproved(
  deps: Pick<ProofDeps, "db">,
  request: FastifyRequest,
): Promise<void> {
  if (!(await isProved(deps.db, sessionOf(request).sessionId, proofMinutes)))
    throw new AppError("proof_needed");
}
