import { countAgainst, forgetAccount, takeBack, type LimitDeps } from "#server/limits/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { limits } from "#server/platform/http/rate-limits.ts";

/**
 * Runs `signIn` unless this email or this address has failed too often. A try counts before it is made and is taken
 * back when it succeeds, so that many at once cannot slip through. An email that nobody has counts like any other.
 * A browser on which this person has signed in before (`knownDevice`) counts by itself: whoever fails on purpose
 * elsewhere cannot keep them out (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
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
  await takeBack(deps, limits.signIn, caller);
  return answer;
}

/** Opens an account again that failed sign-ins have closed: whoever reads its mail has set a new password. */
export function forgetFailedSignIns(db: Executor, email: string): Promise<void> {
  return forgetAccount(db, limits.signIn, email);
}
