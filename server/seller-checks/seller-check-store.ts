import { and, desc, eq, gt, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { identityUserTable } from "#server/identity/identity-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { RecordedLevel } from "#shared/seller-checks/seller-check.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { sellerCheckTable } from "./seller-check-table.ts";

export async function insertCheck(
  tx: Executor,
  check: typeof sellerCheckTable.$inferInsert,
): Promise<void> {
  await tx.insert(sellerCheckTable).values(check);
}

/** Withdraws a check. Returns whose and what it was; null if there is none or it was withdrawn before. */
export async function withdrawStoredCheck(
  tx: Executor,
  { id, adminId, now }: { id: string; adminId: string; now: Date },
) {
  const [row] = await tx
    .update(sellerCheckTable)
    .set({ withdrawnAt: now, withdrawnBy: adminId })
    .where(and(eq(sellerCheckTable.id, id), isNull(sellerCheckTable.withdrawnAt)))
    .returning({ sellerId: sellerCheckTable.sellerId, level: sellerCheckTable.level });
  return row ?? null;
}

export async function checkExists(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: sellerCheckTable.id })
    .from(sellerCheckTable)
    .where(eq(sellerCheckTable.id, id));
  return rows.length > 0;
}

/** Whether a listing is this seller's. */
export async function isListingOf(
  tx: Executor,
  listingId: string,
  sellerId: string,
): Promise<boolean> {
  const rows = await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(and(eq(listingTable.id, listingId), eq(listingTable.sellerId, sellerId)));
  return rows.length > 0;
}

/** The newest checks of a seller, with who made them. */
export function listStoredChecks(db: Executor, sellerId: string, limit: number) {
  return db
    .select({
      id: sellerCheckTable.id,
      level: sellerCheckTable.level,
      item: listingTable.name,
      checkedBy: accountTable.name,
      checkedAt: sellerCheckTable.checkedAt,
      validUntil: sellerCheckTable.validUntil,
      note: sellerCheckTable.note,
      withdrawnAt: sellerCheckTable.withdrawnAt,
    })
    .from(sellerCheckTable)
    .innerJoin(accountTable, eq(accountTable.id, sellerCheckTable.checkedBy))
    .leftJoin(listingTable, eq(listingTable.id, sellerCheckTable.listingId))
    .where(eq(sellerCheckTable.sellerId, sellerId))
    .orderBy(desc(sellerCheckTable.checkedAt), desc(sellerCheckTable.id))
    .limit(limit);
}

/** The checks that can count on the page of a listing, and whether its seller has confirmed the email address. */
export async function readChecksOfListing(db: Executor, listingId: string) {
  const seller = sql`(select ${listingTable.sellerId} from ${listingTable} where ${listingTable.id} = ${listingId})`;
  const [checks, email] = await Promise.all([
    db
      .select()
      .from(sellerCheckTable)
      .where(
        and(
          sql`${sellerCheckTable.sellerId} = ${seller}`,
          isNull(sellerCheckTable.withdrawnAt),
          sql`(${sellerCheckTable.listingId} is null or ${sellerCheckTable.listingId} = ${listingId})`,
        ),
      ),
    readEmailCheck(db, seller),
  ]);
  return { email, checks };
}

/** Whether the seller has confirmed the email address of the account, and when; the time is null from before 0044. */
export async function readEmailCheck(
  db: Executor,
  accountId: string | SQL,
): Promise<{ isConfirmed: boolean; at: Date | null }> {
  const [row] = await db
    .select({ at: identityUserTable.emailVerifiedAt })
    .from(identityUserTable)
    .innerJoin(accountTable, eq(accountTable.identityId, identityUserTable.id))
    .where(and(sql`${accountTable.id} = ${accountId}`, eq(identityUserTable.emailVerified, true)));
  return { isConfirmed: row !== undefined, at: row?.at ?? null };
}

/** Marks the checks that the clock has ended. The trigger on the table then has their pages rendered again. */
export async function markLapsed(db: Executor, now: Date): Promise<void> {
  const ended = db
    .select({ id: sellerCheckTable.id })
    .from(sellerCheckTable)
    .where(
      and(
        isNull(sellerCheckTable.lapsedAt),
        sql`${sellerCheckTable.validUntil} <= ${now.toISOString()}`,
      ),
    );
  await db
    .update(sellerCheckTable)
    .set({ lapsedAt: now })
    .where(inArray(sellerCheckTable.id, ended));
}

/** Ends some levels of a seller, because what was checked has changed. */
export async function endChecks(
  tx: Executor,
  sellerId: string,
  levels: readonly RecordedLevel[],
  now: Date,
): Promise<void> {
  await tx
    .update(sellerCheckTable)
    .set({ validUntil: now })
    .where(
      and(
        eq(sellerCheckTable.sellerId, sellerId),
        inArray(sellerCheckTable.level, [...levels]),
        countsAt(now),
      ),
    );
}

/** What identifies the car that an admin saw. */
type SeenCar = {
  id: string;
  make: string | null;
  model: string | null;
  year: number | null;
  vin: string | null;
};

/** Ends the checks of listings that are about to become other cars. */
export async function endChecksOfOtherCars(
  tx: Executor,
  cars: readonly SeenCar[],
  now: Date,
): Promise<void> {
  const given = cars.map(({ id, make, model, year, vin }) => ({ id, make, model, year, vin }));
  const others = sql`select listing.id from ${listingTable} as listing
    join json_to_recordset(${JSON.stringify(given)}::json)
      as given (id uuid, make text, model text, year int, vin text) on given.id = listing.id
    where (listing.make, listing.model, listing.year, listing.vin)
      is distinct from (given.make, given.model, given.year, given.vin)`;
  await tx
    .update(sellerCheckTable)
    .set({ validUntil: now })
    .where(and(sql`${sellerCheckTable.listingId} in (${others})`, countsAt(now)));
}

function countsAt(now: Date): SQL | undefined {
  const { withdrawnAt, validUntil } = sellerCheckTable;
  return and(isNull(withdrawnAt), or(isNull(validUntil), gt(validUntil, now)));
}

/** Deletes what was checked of a seller whose account is erased. */
export async function deleteChecksOf(tx: Executor, sellerId: string): Promise<void> {
  await tx.delete(sellerCheckTable).where(eq(sellerCheckTable.sellerId, sellerId));
}
