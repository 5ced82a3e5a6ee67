import type Stripe from "stripe";
import { buildBalanceTransaction } from "#simulators/payment-provider/objects/build-balance-transaction.ts";
import {
  buildDispute,
  type DisputeReason,
} from "#simulators/payment-provider/objects/build-dispute.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import { saveObject, type Stored } from "#simulators/payment-provider/state/object-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";

/** The provider's fee for a dispute, in minor units. */
const disputeFee = 1500;

/** Opens a dispute or an inquiry. The intent of the charge must be locked. */
export async function openDispute(
  work: Work,
  charge: Stored<"charge">,
  { reason, inquiry }: { reason: DisputeReason; inquiry: boolean },
): Promise<Stripe.Dispute> {
  const dispute = {
    object: buildDispute({ charge: charge.object, reason, inquiry, now: work.now }),
    hidden: {},
  };
  if (!inquiry) await moveFunds(work, dispute.object, "withdrawn");
  charge.object.disputed = true;
  await saveObject(work, "charge", charge);
  await saveObject(work, "dispute", dispute);
  emit(work, "charge.dispute.created", dispute.object);
  if (!inquiry) emit(work, "charge.dispute.funds_withdrawn", dispute.object);
  return dispute.object;
}

/** The balance transaction that withdraws the disputed amount and the fee, or returns the amount. */
export async function moveFunds(
  work: Work,
  dispute: Stripe.Dispute,
  direction: "withdrawn" | "reinstated",
): Promise<void> {
  const leaves = direction === "withdrawn";
  const movement = buildBalanceTransaction({
    type: "adjustment",
    category: leaves ? "dispute" : "dispute_reversal",
    amount: leaves ? -dispute.amount : dispute.amount,
    fee: leaves ? disputeFee : 0,
    currency: dispute.currency,
    source: dispute.id,
    description: leaves ? "Chargeback withdrawal" : "Chargeback reversal",
    now: work.now,
  });
  await saveObject(work, "balance_transaction", { object: movement, hidden: {} });
  dispute.balance_transactions = [...dispute.balance_transactions, movement];
}
