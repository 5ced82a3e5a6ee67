import type { FastifyRequest } from "fastify";
import {
  countAgainst,
  clearAttemptsOfAccount,
  uncountAttempts,
  type LimitDeps,
} from "#server/limits/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import type { Identity } from "../identity.ts";
import { knownDeviceOf } from "../sessions/known-device.ts";
import { sessionOf } from "../sessions/require-session.ts";

/**
 * Runs `signIn` unless this email or this IP address has failed too often. An attempt is counted before it runs and
 * uncounted if it succeeds, so parallel attempts cannot slip through. Unknown emails count like any other.
 * A browser in which this user has signed in before (`knownDevice`) has its own counter, so an attacker who fails on
 * purpose cannot lock the user out
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 * @throws AppError too_many_requests, or what `signIn` throws
 */
export async function limitSignIns<Answer>(
  deps: LimitDeps,
  from: { email: string; ip: string; knownDevice?: string | null },
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const account = from.knownDevice ? `device ${from.knownDevice}` : from.email;
  const caller = { account, ip: from.ip };
  await countAgainst(deps, limits.signIn, caller);
  const answer = await signIn();
  await uncountAttempts(deps, limits.signIn, caller);
  return answer;
}

/** Rate-limit key for password checks of a signed-in user. */
export function passwordCheckCaller(deps: { identity: Identity }, request: FastifyRequest) {
  const { email } = sessionOf(request);
  return { email, ip: request.ip, knownDevice: knownDeviceOf(deps, request, email) };
}

/** Unlocks an account after a password reset: the user has shown that they read its email. */
export function clearFailedSignIns(db: Executor, email: string): Promise<void> {
  return clearAttemptsOfAccount(db, limits.signIn, email);
}
