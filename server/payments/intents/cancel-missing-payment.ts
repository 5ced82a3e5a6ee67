import type { Deps } from "#server/deps.ts";
import { appendLog, lockPayment, updatePayment, type Payment } from "../payment-store.ts";

/** Cancels our copy of a payment that the provider does not have: never created there, or under another account. */
export async function cancelMissingPayment(
  { db }: Pick<Deps, "db">,
  { id }: Pick<Payment, "id">,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { status } = await lockPayment(tx, id);
    if (status === "succeeded" || status === "canceled") return;
    await updatePayment(tx, id, { status: "canceled" });
    await appendLog(tx, {
      paymentId: id,
      kind: "payment",
      from: status,
      to: "canceled",
      why: "the card provider does not have this payment",
    });
  });
}
