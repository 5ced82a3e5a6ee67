import type Stripe from "stripe";
import { refused } from "#simulators/payment-provider/http/api-error.ts";

type Action = "confirmed" | "canceled" | "updated";

/** Actions allowed in each state of an intent. Source: docs.stripe.com/payments/paymentintents/lifecycle. */
const allowed: Record<Action, readonly string[]> = {
  confirmed: ["requires_payment_method", "requires_confirmation", "requires_action"],
  canceled: [
    "requires_payment_method",
    "requires_capture",
    "requires_confirmation",
    "requires_action",
    "processing",
  ],
  updated: ["requires_payment_method", "requires_confirmation", "requires_action"],
};

const verbs: Record<Action, string> = {
  confirmed: "confirm",
  canceled: "cancel",
  updated: "update",
};

/** @throws ApiError 400 payment_intent_unexpected_state, with the intent */
export function requireAllowed(
  action: Action,
  intent: Stripe.PaymentIntent,
  shown: Partial<Stripe.PaymentIntent>,
): void {
  if (allowed[action].includes(intent.status)) return;
  const paidAlready = action === "confirmed" && intent.status === "succeeded";
  throw unexpectedState(
    paidAlready
      ? "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed."
      : `You cannot ${verbs[action]} this PaymentIntent because it has a status of ${intent.status}. ` +
          `Only a PaymentIntent with one of the following statuses may be ${action}: ${allowed[action].join(", ")}.`,
    shown,
  );
}

export function unexpectedState(message: string, shown: Partial<Stripe.PaymentIntent>) {
  return refused(message, { code: "payment_intent_unexpected_state", payment_intent: shown });
}
