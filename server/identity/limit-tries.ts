import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import { countTry, takeBackTry } from "./sign-in-failure-store.ts";

type LimitDeps = { db: Database; config: Pick<Config, "RATE_LIMITS"> };

/** Letters of one kind in an hour, of all processes together: to one account, and asked for from one address. */
const lettersPerAccount = 5;
const lettersPerAddress = 50;
const hour = 60 * 60;

/** Links in five minutes that were none, from one address. */
const wrongLinksPerAddress = 50;
const fiveMinutes = 5 * 60;

/**
 * Counts a letter that somebody asks for. An email that nobody has counts like any other.
 * @throws AppError too_many_requests
 */
export async function limitLetters(
  deps: LimitDeps,
  kind: "reset" | "confirmation",
  from: { email: string; ip: string },
): Promise<void> {
  if (deps.config.RATE_LIMITS === "off") return;
  // The address first: one that is closed makes no more rows for emails of its invention.
  await count(deps.db, `${kind}-address:${addressKey(from.ip)}`, lettersPerAddress, hour);
  await count(deps.db, `${kind}-account:${from.email}`, lettersPerAccount, hour);
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
  if (deps.config.RATE_LIMITS === "off") return open();
  const key = `link-address:${addressKey(ip)}`;
  await count(deps.db, key, wrongLinksPerAddress, fiveMinutes);
  const answer = await open();
  await takeBackTry(deps.db, key);
  return answer;
}

async function count(db: Database, key: string, most: number, seconds: number): Promise<void> {
  const tries = await countTry(db, key, seconds);
  if (tries.count <= most) return;
  const minutes = Math.ceil(tries.secondsLeft / 60);
  const message = `Too many tries. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  throw new AppError("too_many_requests", { message, retryAfter: tries.secondsLeft });
}
