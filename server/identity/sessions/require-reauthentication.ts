import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Identity } from "../create-identity.ts";
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
    await refuseUnproved(deps, sessionOf(request));
  };
}

/**
 * The same, for a call that may carry the password itself instead. `message` stands in for the error's own words.
 * @throws AppError proof_needed
 */
export async function refuseUnproved(
  deps: Pick<ProofDeps, "db">,
  { sessionId }: { sessionId: string },
  message?: string,
): Promise<void> {
  if (!(await isProved(deps.db, sessionId, proofMinutes)))
    throw new AppError("proof_needed", message === undefined ? {} : { message });
}
