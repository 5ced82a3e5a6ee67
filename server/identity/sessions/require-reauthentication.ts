import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Identity } from "../identity.ts";
import { requireSession, sessionOf } from "./require-session.ts";
import { isReauthenticated } from "./session-store.ts";

/** Minutes for which a password, a passkey or a sign-in counts as reauthentication. */
export const reauthenticationMinutes = 10;

type ReauthenticationDeps = { db: Database; config: Config; identity: Identity };

/**
 * Hook for calls that change how a user signs in: an unattended session must not be enough.
 * @throws AppError reauthentication_required, or what `requireSession` throws
 */
export function requireReauthentication(deps: ReauthenticationDeps) {
  const withSession = requireSession(deps);
  return async (request: FastifyRequest): Promise<void> => {
    await withSession(request);
    await checkReauthentication(deps, sessionOf(request));
  };
}

/**
 * The same as a function, for calls that may carry the password instead. `message` replaces the default one.
 * @throws AppError reauthentication_required
 */
export async function checkReauthentication(
  deps: Pick<ReauthenticationDeps, "db">,
  { sessionId }: { sessionId: string },
  message?: string,
): Promise<void> {
  if (!(await isReauthenticated(deps.db, sessionId, reauthenticationMinutes)))
    throw new AppError("reauthentication_required", message === undefined ? {} : { message });
}
