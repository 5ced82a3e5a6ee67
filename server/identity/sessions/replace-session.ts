import type { FastifyRequest } from "fastify";
import type { Database } from "#server/platform/database/database.ts";
import type { Identity } from "../create-identity.ts";
import { endSession } from "./session-store.ts";

/**
 * Runs a sign-in. The session that the same browser had before ends when it succeeds: its cookie is replaced, and nobody
 * would ever end it.
 */
export async function replaceSession<Answer>(
  deps: { db: Database; identity: Identity },
  request: FastifyRequest,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const before = await deps.identity.sessionOf(request.headers.cookie);
  const answer = await signIn();
  if (before) await endSession(deps.db, before);
  return answer;
}
