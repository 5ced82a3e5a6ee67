import type { FastifyRequest } from "fastify";
import type { Database } from "#server/platform/database/database.ts";
import type { Identity } from "../identity.ts";
import { endSession } from "./session-store.ts";

/** Runs a sign-in. If it succeeds, the browser's previous session ends, because its cookie is replaced. */
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
