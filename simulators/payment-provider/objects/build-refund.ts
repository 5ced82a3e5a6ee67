import { randomInt } from "node:crypto";
import type Stripe from "stripe";
import { newId } from "./new-id.ts";

export function buildRefund(input: {
  charge: Stripe.Charge;
  amount: number;
  reason: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  metadata: Record<string, string>;
  status: "pending" | "succeeded";
  balanceTransaction: string;
  id: string;
  now: number;
}): Stripe.Refund {
  const pending = input.status === "pending";
  return {
    id: input.id,
    object: "refund",
    amount: input.amount,
    balance_transaction: input.balanceTransaction,
    charge: input.charge.id,
    created: input.now,
    currency: input.charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: destination(pending), type: "card" },
    metadata: input.metadata,
    payment_intent: input.charge.payment_intent,
    payment_method: input.charge.payment_method,
    ...(pending && { pending_reason: "processing" as const }),
    reason: input.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: input.status,
    transfer_reversal: null,
  };
}

export function destination(pending: boolean): Stripe.Refund.DestinationDetails.Card {
  if (pending)
    return {
      reference_status: "pending",
      reference_type: "acquirer_reference_number",
      type: "pending",
    };
  return {
    reference: String(randomInt(10 ** 11, 10 ** 12)),
    reference_status: "available",
    reference_type: "acquirer_reference_number",
    type: "refund",
  };
}

export function newRefundId(): string {
  return newId("re");
}
