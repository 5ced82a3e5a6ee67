import type Stripe from "stripe";
import { newId } from "./new-id.ts";

type Movement = {
  type: "charge" | "refund" | "refund_failure" | "adjustment";
  category: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal";
  /** Minor units; negative for withdrawals. */
  amount: number;
  /** Minor units. */
  fee: number;
  currency: string;
  source: string;
  description: string | null;
  now: number;
};

export function buildBalanceTransaction(movement: Movement): Stripe.BalanceTransaction {
  const { amount, fee, currency } = movement;
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount,
    available_on: movement.now + (movement.type === "charge" ? 2 * 86_400 : 0),
    balance_type: "payments",
    created: movement.now,
    currency,
    description: movement.description,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [feeDetail(fee, currency, movement.category)],
    net: amount - fee,
    reporting_category: movement.category,
    source: movement.source,
    status: movement.type === "charge" ? "pending" : "available",
    type: movement.type,
  };
}

function feeDetail(amount: number, currency: string, category: string) {
  return {
    amount,
    application: null,
    currency,
    description: category === "dispute" ? "Dispute fee" : "Processing fees",
    type: "stripe_fee",
  };
}

/** The provider's fee for a card payment: 2.9 % and 30 minor units. */
export function cardFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}
