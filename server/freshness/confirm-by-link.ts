import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import { mostConfirmed } from "#shared/freshness/freshness-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { isSuspended } from "#server/accounts/public.ts";
import { listLiveVins } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { withLockedSeller } from "#server/listings/public.ts";
import { listWaiting } from "./confirmation-store.ts";
import { confirmListings } from "./confirm-listings.ts";

type Signing = { identity: Pick<Deps["identity"], "tokenKey"> };

/** Days for which the link of a reminder works. */
const linkDays = 60;

/** The cars of a confirmation link that still wait for it. */
export type Confirming = {
  /** The first of them, at most `mostConfirmed`. */
  cars: {
    id: string;
    name: string;
    isLapsed: boolean;
    /** Why it cannot be confirmed. */
    obstacle: string | null;
  }[];
  total: number;
  isSuspended: boolean;
};

/** The token of a reminder's link, which confirms the seller's cars that wait for it. */
export function confirmationToken(deps: Signing, sellerId: string, sentAt: Date): string {
  const subject = `${sellerId}.${sentAt.getTime().toString(36)}`;
  return `${subject}.${signatureOf(deps, subject).toString("base64url")}`;
}

/** The page of a confirmation link. Opening it changes nothing, because mail scanners open links. */
export function confirmationPath(token: string): string {
  return `/confirm-listings?token=${encodeURIComponent(token)}`;
}

/** The same page, which then also says how many cars were confirmed. */
export function confirmedPath(token: string, { modifiedCount }: ModifiedAnswer): string {
  return `${confirmationPath(token)}&confirmed=${modifiedCount}`;
}

/** The cars of a confirmation link; null if its token is not valid. */
export async function readConfirming(
  deps: Pick<Deps, "db"> & Signing,
  token: string,
  now = new Date(),
): Promise<Confirming | null> {
  const sellerId = readToken(deps, token, now);
  if (sellerId === null) return null;
  const { listings, total } = await listWaiting(deps.db, sellerId, { limit: mostConfirmed });
  const lapsedVins = listings.flatMap(({ isLapsed, vin }) => (isLapsed ? (vin ?? []) : []));
  const live = new Map(
    (await listLiveVins(deps.db, lapsedVins)).map(({ vin, sellerId: owner }) => [vin, owner]),
  );
  const cars = listings.map(({ id, name, isLapsed, vin }) => {
    const owner = isLapsed && vin !== null ? live.get(vin) : undefined;
    return { id, name, isLapsed, obstacle: owner ? obstacleOf(owner === sellerId) : null };
  });
  return { cars, total, isSuspended: await isSuspended(deps.db, sellerId) };
}

const obstacleOf = (isOwn: boolean) =>
  isOwn
    ? "Another of your cars with this VIN is for sale. Delete one of the two."
    : "Another seller's car with this VIN is for sale. If this car is yours, report that one.";

/**
 * Confirms the cars of a link, or only those named in `only`. Repeating it changes nothing.
 * @throws AppError not_found if the token was not signed by this shop or is too old
 */
export async function confirmByLink(
  deps: Pick<Deps, "db" | "catalogue"> & Signing,
  { token, only }: { token: string; only: readonly string[] | null },
): Promise<ModifiedAnswer> {
  const now = new Date();
  const sellerId = readToken(deps, token, now);
  if (sellerId === null) {
    const message = "This link is not valid, or it is too old.";
    throw new AppError("not_found", { message, fields: { token: message } });
  }
  const answer = await withLockedSeller(
    deps.db,
    sellerId,
    async (tx, seller): Promise<ModifiedAnswer> => {
      if (!seller) return { modifiedCount: 0 };
      if (seller.isSuspended)
        return { modifiedCount: 0, message: "You are suspended, so your cars are off sale." };
      const { listings } = await listWaiting(tx, sellerId, { only });
      const ids = listings.map(({ id }) => id);
      const taken = await confirmListings(tx, ids, now);
      const modifiedCount = ids.length - taken.size;
      return taken.size === 0
        ? { modifiedCount }
        : { modifiedCount, message: stayOffSale(taken.size) };
    },
  );
  await deps.catalogue.refresh();
  return answer;
}

function stayOffSale(cars: number): string {
  return cars === 1
    ? "1 car stays off sale, because another car with its VIN is for sale."
    : `${formatNumber(cars)} cars stay off sale, because other cars with their VINs are for sale.`;
}

function readToken(deps: Signing, token: string, now: Date): string | null {
  const [sellerId = "", sentAt = "", signature = ""] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(deps, `${sellerId}.${sentAt}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (!z.uuid().safeParse(sellerId).success) return null;
  const age = now.getTime() - Number.parseInt(sentAt, 36);
  return age <= linkDays * 86_400_000 ? sellerId : null;
}

function signatureOf({ identity }: Signing, subject: string): Buffer {
  // A separate key, so that the signature is valid for nothing else.
  const key = createHmac("sha256", identity.tokenKey).update("confirm listings").digest();
  return createHmac("sha256", key).update(subject).digest();
}
