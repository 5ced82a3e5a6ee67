import { countAgainst, uncountAttempts, type LimitDeps } from "#server/limits/public.ts";
import { limits } from "#server/platform/http/rate-limits.ts";

/**
 * Counts a request for an email with a link. Unknown addresses count like any other.
 * @throws AppError too_many_requests
 */
export async function limitEmails(
  deps: LimitDeps,
  kind: "reset" | "confirmation",
  from: { email: string; ip: string },
): Promise<void> {
  await countAgainst(deps, limits[kind], { account: from.email, ip: from.ip });
}

/**
 * Runs `open`, which uses the token of an emailed link, unless this IP address has tried too many invalid ones. An
 * attempt is counted before it runs and uncounted if it succeeds.
 * @throws AppError too_many_requests, or what `open` throws
 */
export async function limitLinks<Answer>(
  deps: LimitDeps,
  ip: string,
  open: () => Promise<Answer>,
): Promise<Answer> {
  await countAgainst(deps, limits.link, { ip });
  const answer = await open();
  await uncountAttempts(deps, limits.link, { ip });
  return answer;
}

/** The same for two-factor codes and passkeys. Wrong codes of one account are counted in two-factor/code-guard.ts. */
export async function limitCodes<Answer>(
  deps: LimitDeps,
  ip: string,
  open: () => Promise<Answer>,
): Promise<Answer> {
  await countAgainst(deps, limits.code, { ip });
  const answer = await open();
  await uncountAttempts(deps, limits.code, { ip });
  return answer;
}
