import { reminderDays } from "#shared/freshness/freshness.ts";
import { pictureOf } from "#shared/listings/illustration.ts";
import { lockAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import { markLapsed, readSeller } from "#server/listings/public.ts";
import { isLockTimeout, type Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import {
  addConfirmations,
  dropConfirmations,
  listToRemind,
  listUnbooked,
  lockLapsing,
  renewDue,
  saveReminded,
} from "./confirmation-store.ts";
import { expiringEmail } from "./expiring-email.ts";

type LapseDeps = Pick<Deps, "db" | "config" | "identity" | "catalogue" | "log">;

const inABatch = 500;

/**
 * Reminds sellers of listings that were not confirmed, and takes those off sale whose time is over. Repeating it
 * changes nothing. Every listing gets its last reminder about a day before, so a shop that was stopped for weeks, or
 * whose setting changed, does not take cars off sale without one.
 */
export async function lapseListings(deps: LapseDeps, now = new Date()): Promise<void> {
  const { db, config, catalogue, log } = deps;
  const lifetime = config.LISTING_LIFETIME_DAYS;
  if (lifetime === 0) return dropConfirmations(db);
  await addConfirmations(db, now);
  if (config.renewsListings) return renewDue(db, now, lifetime);
  const lapsed = await lapseDue(deps, now);
  // The last reminder first: a car that is due for both gets only that one.
  let emails = 0;
  for (const before of reminderDays.toReversed()) emails += await remind(deps, { now, before });
  if (lapsed > 0) await catalogue.refresh();
  if (lapsed + emails > 0) log.info({ lapsed, emails }, "listings lapsed, and sellers reminded");
}

async function lapseDue({ db, config }: LapseDeps, now: Date): Promise<number> {
  const which = { now, lifetime: config.LISTING_LIFETIME_DAYS, limit: inABatch };
  for (let lapsed = 0; ;) {
    const done = await db.transaction(async (tx) => {
      const ids = await lockLapsing(tx, which);
      // A statement of its own, so that it sees bookings made while the lock was awaited.
      const unbooked = ids.length === 0 ? [] : await listUnbooked(tx, ids);
      if (unbooked.length > 0) await markLapsed(tx, unbooked, now);
      return unbooked.length;
    });
    lapsed += done;
    if (done < inABatch) return lapsed;
  }
}

async function remind(
  deps: LapseDeps,
  { now, before }: { now: Date; before: number },
): Promise<number> {
  const which = { now, lifetime: deps.config.LISTING_LIFETIME_DAYS, before };
  const sellers = new Set((await listToRemind(deps.db, which)).map(({ sellerId }) => sellerId));
  let emails = 0;
  for (const sellerId of sellers) {
    const isReminded = await deps.db
      .transaction((tx) => remindSeller(tx, deps, { ...which, sellerId }))
      .catch((error: unknown) => {
        // A seller whose account is being updated has their turn in the next run.
        if (isLockTimeout(error)) return false;
        throw error;
      });
    if (isReminded) emails += 1;
  }
  return emails;
}

async function remindSeller(
  tx: Executor,
  deps: LapseDeps,
  which: { now: Date; lifetime: number; before: number; sellerId: string },
): Promise<boolean> {
  const { now, before, sellerId } = which;
  // Read again under the lock, because another process may have reminded them.
  if (!(await lockSoon(tx, () => lockAccount(tx, sellerId)))) return false;
  const due = await listToRemind(tx, which);
  if (due.length === 0) return false;
  const ids = due.map(({ listingId }) => listingId);
  const seller = await readSeller(tx, sellerId);
  const cars = due.map(({ listingId, name, ...car }) => ({
    name,
    image: pictureOf({ id: listingId, ...car }),
  }));
  await queueEmail(tx, {
    kind: "listing.expiring",
    to: seller.email,
    ...expiringEmail(deps, { seller: { id: sellerId, name: seller.name }, cars, before }, now),
  });
  await saveReminded(tx, ids, { now, before });
  return true;
}
