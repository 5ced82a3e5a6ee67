import { countAgainst, takeBack, type LimitDeps } from "#server/limits/public.ts";
import { limits } from "#server/platform/http/rate-limits.ts";

/**
 * Counts a letter that somebody asks for. An email that nobody has counts like any other.
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
 * Runs `open`, which tries a link's token, unless this address has tried too many that were none. A try counts before
 * it is made and is taken back when it succeeds.
 * @throws AppError too_many_requests, or what `open` throws
 */
export async function limitLinks<Answer>(
  deps: LimitDeps,
  ip: string,
  open: () => Promise<Answer>,
): Promise<Answer> {
  await countAgainst(deps, limits.link, { ip });
  const answer = await open();
  await takeBack(deps, limits.link, { ip });
  return answer;
}

/**
 * The same for codes and passkeys at the door. Wrong codes of one person are counted where the service knows whose they
 * are: code-guard.ts.
 */
export async function limitCodes<Answer>(
  deps: LimitDeps,
  ip: string,
  open: () => Promise<Answer>,
): Promise<Answer> {
  await countAgainst(deps, limits.code, { ip });
  const answer = await open();
  await takeBack(deps, limits.code, { ip });
  return answer;
}
