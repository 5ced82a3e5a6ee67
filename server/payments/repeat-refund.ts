import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { quarantineReasons } from "#shared/payments/payment.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { noteRefund } from "./note-refund.ts";
import { findPayment, isDisputed, lockPayment } from "./payment-store.ts";
import { refundableMinor } from "./refund-store.ts";
import { sendRefunds } from "./send-refunds.ts";

/**
 * An admin has money that is held back given back again, where its refund failed. A refusal is an answer with its
 * reason.
 * @throws AppError not_found where no such payment is held back
 */
export async function repeatRefund(
  deps: Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">,
  admin: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = z.uuid().safeParse(given).data;
  if (id === undefined) throw new AppError("not_found");
  const refusal = await deps.db.transaction((tx) => noteRepetition(tx, admin, id));
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  await sendRefunds(deps, id);
  return { modifiedCount: 1 };
}

async function noteRepetition(tx: Executor, admin: Viewer, id: string): Promise<string | null> {
  const found = await findPayment(tx, id);
  if (!found?.quarantineReason) throw new AppError("not_found");
  const payment = await lockPayment(tx, id);
  if (await isDisputed(tx, id))
    return "The buyer's bank is questioning this payment: nothing is refunded meanwhile.";
  const amountMinor = await refundableMinor(tx, payment);
  if (amountMinor === 0) return "This payment was refunded, or its refund is on its way.";
  await noteRefund(tx, {
    paymentId: id,
    amountMinor,
    cause: "quarantined",
    why: quarantineReasons[found.quarantineReason],
    requestedBy: admin.accountId,
  });
  await recordAudit(tx, { actorId: admin.accountId, action: "payment.refund", subjectId: id });
  return null;
}
