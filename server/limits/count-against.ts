import { createHash } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { addressKey } from "#server/platform/http/address-key.ts";
import type { Limit } from "#server/platform/http/rate-limits.ts";
import { countAttempt, deleteAttempts, uncountAttempt } from "./limit-store.ts";

export type LimitDeps = { db: Executor; config: Pick<Config, "RATE_LIMITS"> };

/**
 * The caller to limit: an account id or email, if known, and the connection's IP address, which is null for what the shop
 * does by itself for an account.
 */
export type LimitedCaller = { account?: string | undefined; ip: string | null };

/** What is left of a limit after a counted attempt. */
export type LeftOfLimit = { name: string; limit: number; left: number; secondsLeft: number };

/**
 * Counts one attempt of a caller against a limit, or an amount of what it limits. With RATE_LIMITS=off, nothing is counted.
 * @throws AppError too_many_requests, with the seconds to wait before the next attempt
 */
export async function countAgainst(
  { db, config }: LimitDeps,
  limit: Limit,
  caller: LimitedCaller,
  amount = 1,
): Promise<LeftOfLimit[]> {
  if (config.RATE_LIMITS === "off") return [];
  const left: LeftOfLimit[] = [];
  // The IP address first, so that a blocked one cannot add rows for made-up accounts.
  for (const { name, key, most } of keysOf(limit, caller)) {
    const { count, secondsLeft } = await countAttempt(db, key, limit.seconds, amount);
    if (count > most) throw tooMany(limit, secondsLeft);
    left.push({ name, limit: most, left: most - count, secondsLeft });
  }
  return left;
}

/** Uncounts an attempt for the IP address, and all attempts for the account. */
export async function uncountAttempts(
  { db, config }: LimitDeps,
  limit: Limit,
  caller: LimitedCaller,
): Promise<void> {
  if (config.RATE_LIMITS === "off") return;
  if (caller.ip !== null) await uncountAttempt(db, keyOf(limit, "address", addressKey(caller.ip)));
  if (caller.account !== undefined) await clearAttemptsOfAccount(db, limit, caller.account);
}

/** Unblocks an account that reached a limit. */
export function clearAttemptsOfAccount(db: Executor, limit: Limit, account: string): Promise<void> {
  return deleteAttempts(db, keyOf(limit, "account", account));
}

/** The key under which an IP address is counted. */
export function hashAddress(ip: string): string {
  return hash(addressKey(ip));
}

function keysOf(limit: Limit, { account, ip }: LimitedCaller) {
  const keys: { name: string; key: string; most: number }[] = [];
  const add = (of: "account" | "address", most: number | null, who: string | null | undefined) => {
    if (most === null || who == null) return;
    keys.push({ name: `${limit.name}-${of}`, key: keyOf(limit, of, who), most });
  };
  add("address", limit.perAddress, ip === null ? null : addressKey(ip));
  add("account", limit.perAccount, account);
  return keys;
}

function keyOf({ name }: Limit, of: "account" | "address", who: string): string {
  return `${name}-${of}:${hash(who)}`;
}

function hash(who: string): string {
  return createHash("sha256").update(who).digest("base64url");
}

/** What there are too many of, where the message says so. */
const names: Record<string, string> = {
  signIn: "failed sign-ins",
  visitorImage: "image uploads today",
  accountImage: "image uploads today",
  visitorMegabyte: "image uploads today",
  accountMegabyte: "image uploads today",
  feedPhotoMegabyte: "megabytes of photos today",
  feedPhotoMegapixel: "megapixels of photos today",
};

function tooMany(limit: Limit, retryAfter: number): AppError {
  const what = names[limit.name] ?? "attempts";
  const message = `Too many ${what}. Please try again in ${inWords(retryAfter)}.`;
  return new AppError("too_many_requests", { message, retryAfter });
}

function inWords(seconds: number): string {
  if (seconds <= 60) return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
  return seconds <= 7_200
    ? `${Math.ceil(seconds / 60)} minutes`
    : `${Math.ceil(seconds / 3_600)} hours`;
}
