import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import { countTry, forgetTries, takeBackTry } from "./sign-in-failure-store.ts";

const windowSeconds = 5 * 60;
/** Failed sign-ins in five minutes, of all processes together. */
const failuresPerAccount = 10;
const failuresPerAddress = 50;

/**
 * Runs `signIn` unless this email or this address has failed too often. A try counts before it is made and is taken
 * back when it succeeds, so that many at once cannot slip through. An email that nobody has counts like any other.
 * @throws AppError too_many_requests, or what `signIn` throws
 */
export async function limitSignIns<Answer>(
  deps: { db: Database; config: Pick<Config, "RATE_LIMITS"> },
  from: { email: string; ip: string },
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  if (deps.config.RATE_LIMITS === "off") return signIn();
  const account = accountKey(from.email);
  const address = `address:${addressKey(from.ip)}`;
  // The address first: one that is closed makes no more rows for emails of its invention.
  const ofAddress = await countTry(deps.db, address, windowSeconds);
  if (ofAddress.count > failuresPerAddress) throw tooManySignIns(ofAddress.secondsLeft);
  const ofAccount = await countTry(deps.db, account, windowSeconds);
  if (ofAccount.count > failuresPerAccount) throw tooManySignIns(ofAccount.secondsLeft);
  const answer = await signIn();
  await forgetTries(deps.db, account);
  await takeBackTry(deps.db, address);
  return answer;
}

/** Opens an account again that failed sign-ins have closed: whoever reads its mail has set a new password. */
export function forgetFailedSignIns(db: Executor, email: string): Promise<void> {
  return forgetTries(db, accountKey(email));
}

function accountKey(email: string): string {
  return `account:${email}`;
}

function tooManySignIns(retryAfter: number): AppError {
  const minutes = Math.ceil(retryAfter / 60);
  const message = `Too many failed sign-ins. Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
  return new AppError("too_many_requests", { message, retryAfter });
}
