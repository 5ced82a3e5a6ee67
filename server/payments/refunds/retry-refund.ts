import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { quarantineReasons } from "#shared/payments/payment.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { recordRefund } from "./record-refund.ts";
import { findPayment, isDisputed, lockPayment } from "../payment-store.ts";
import { refundableMinor } from "./refund-store.ts";
import { sendRefunds } from "./send-refunds.ts";

/**
 * Refunds a quarantined payment again after its refund failed, for an admin. If the rules do not allow it, the answer
 * has the reason.
 * @throws AppError not_found if no such payment is quarantined
 */
export async function retryRefund(
  deps: Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">,
  admin: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = z.uuid().safeParse(given).data;
  if (id === undefined) throw new AppError("not_found");
  const refusal = await deps.db.transaction((tx) => recordRetry(tx, admin, id));
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  await sendRefunds(deps, id);
  return { modifiedCount: 1 };
}

async function recordRetry(tx: Executor, admin: Viewer, id: string): Promise<string | null> {
  const unlocked = await findPayment(tx, id);
  if (!unlocked?.quarantineReason) throw new AppError("not_found");
  const payment = await lockPayment(tx, id);
  if (await isDisputed(tx, id))
    return "The buyer's bank is disputing this payment. You can refund it after the dispute is closed.";
  const amountMinor = await refundableMinor(tx, payment);
  if (amountMinor === 0) return "This payment is already refunded, or its refund is in progress.";
  await recordRefund(tx, {
    paymentId: id,
    amountMinor,
    cause: "quarantined",
    why: quarantineReasons[unlocked.quarantineReason],
    requestedBy: admin.accountId,
  });
  await recordAudit(tx, { actorId: admin.accountId, action: "payment.refund", subjectId: id });
  return null;
}
