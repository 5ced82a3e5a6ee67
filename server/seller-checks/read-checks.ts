import { isCheckValid, shownChecks } from "#shared/seller-checks/seller-check.ts";
import type { ListingChecks, SellerChecks } from "#shared/seller-checks/seller-check-contract.ts";
import { accountId } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { listStoredChecks, readChecksOfListing, readEmailCheck } from "./seller-check-store.ts";

/** What is known about the seller of a listing now, as visitors see it. */
export async function readListingChecks(
  { db }: Pick<Deps, "db">,
  listingId: string,
  now: Date,
): Promise<ListingChecks> {
  const checks = await readChecksOfListing(db, listingId);
  const email = {
    level: "email",
    checkedAt: checks.email.at?.toISOString() ?? null,
    validUntil: null,
  } as const;
  const recorded = shownChecks(checks.checks, listingId, now);
  return [
    ...(checks.email.isConfirmed ? [email] : []),
    ...recorded.map(({ level, checkedAt, validUntil }) => ({
      level,
      checkedAt: checkedAt.toISOString(),
      validUntil: validUntil?.toISOString() ?? null,
    })),
  ];
}

const newest = 100;

/** All that admins recorded about a seller. @throws AppError not_found for an invalid id */
export async function readSellerChecks(
  { db }: Pick<Deps, "db">,
  given: string,
  now: Date,
): Promise<SellerChecks> {
  const sellerId = accountId(given);
  const rows = await listStoredChecks(db, sellerId, newest);
  return {
    isEmailConfirmed: (await readEmailCheck(db, sellerId)).isConfirmed,
    checks: rows.map((row) => ({
      _id: row.id,
      level: row.level,
      item: row.item,
      checkedBy: row.checkedBy,
      checkedAt: row.checkedAt.toISOString(),
      validUntil: row.validUntil?.toISOString() ?? null,
      note: row.note,
      withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
      isValid: isCheckValid(row, now),
    })),
  };
}
