import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { CreatedAnswer, DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { endOfDay } from "#shared/dates/last-day.ts";
import type { CheckBody } from "#shared/seller-checks/seller-check-contract.ts";
import { accountId, withAccountLockedByAdmin, noSuchAccount } from "#server/accounts/public.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  checkExists,
  insertCheck,
  isListingOf,
  withdrawStoredCheck,
} from "./seller-check-store.ts";

/** Records what an admin checked of a seller. @throws AppError not_found if there is no such seller */
export async function recordCheck(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  admin: Viewer,
  given: string,
  { level, validUntil, note, listingId }: CheckBody,
  now: Date,
): Promise<CreatedAnswer> {
  const sellerId = accountId(given);
  const id = randomUUID();
  const refusal = await withAccountLockedByAdmin(db, sellerId, async (tx, seller) => {
    if (seller?.role !== "Seller") throw noSuchAccount();
    if (seller.isSuspended)
      return `${seller.name} is suspended. The suspension must be lifted first.`;
    const ends = validUntil ? endOfDay(validUntil) : null;
    if (ends && ends <= now) return "The last day is over already.";
    if (listingId && !(await isListingOf(tx, listingId, sellerId)))
      return `This is not a car of ${seller.name}.`;
    await insertCheck(tx, {
      id,
      sellerId,
      level,
      listingId: listingId ?? null,
      checkedBy: admin.accountId,
      checkedAt: now,
      validUntil: ends,
      note: note || null,
    });
    await recordAudit(tx, {
      actorId: admin.accountId,
      action: "seller.check",
      subjectId: sellerId,
      details: { level, validUntil: validUntil ?? null, listing: listingId ?? null },
    });
    return null;
  });
  if (refusal !== null) return { acknowledged: false, message: refusal };
  await catalogue.refresh();
  return { acknowledged: true, insertedId: id };
}

/** Withdraws a recorded check. @throws AppError not_found if there is no such check */
export async function withdrawCheck(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  admin: Viewer,
  given: string,
  now: Date,
): Promise<DeletedAnswer> {
  const id = z.uuid().safeParse(given).data?.toLowerCase();
  const isWithdrawn = await db.transaction(async (tx) => {
    if (!id || !(await checkExists(tx, id)))
      throw new AppError("not_found", { message: "There is no such check." });
    const withdrawn = await withdrawStoredCheck(tx, { id, adminId: admin.accountId, now });
    if (withdrawn)
      await recordAudit(tx, {
        actorId: admin.accountId,
        action: "seller.uncheck",
        subjectId: withdrawn.sellerId,
        details: { level: withdrawn.level },
      });
    return withdrawn !== null;
  });
  if (!isWithdrawn) return { deletedCount: 0, message: "This check was withdrawn before." };
  await catalogue.refresh();
  return { deletedCount: 1 };
}
