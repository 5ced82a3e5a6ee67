import { randomUUID } from "node:crypto";
import type { RefundCause } from "#shared/payments/payment.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { appendLog } from "../payment-store.ts";
import { insertRefund } from "./refund-store.ts";

type NewRefund = {
  id?: string;
  paymentId: string;
  amountMinor: number;
  cause: RefundCause;
  why: string;
  requestedBy?: string;
};

/**
 * Records a refund in the transaction of its cause. `sendRefunds` sends it to the provider afterwards and retries until
 * the provider answers. A refund whose id is already recorded is left as it is.
 */
export async function recordRefund(tx: Executor, given: NewRefund): Promise<void> {
  const { id = randomUUID(), requestedBy, ...refund } = given;
  if (!(await insertRefund(tx, { id, requestedBy: requestedBy ?? null, ...refund }))) return;
  await appendLog(tx, {
    paymentId: given.paymentId,
    kind: "refund",
    actorId: requestedBy ?? null,
    from: null,
    to: "requested",
    why: given.why,
  });
}
