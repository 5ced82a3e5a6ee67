/**
 * States of a payment: the provider's own words for a payment intent (https://docs.stripe.com/payments/paymentintents/lifecycle),
 * and `creating` until it has answered for the first time. A refused card returns to `requires_payment_method`.
 */
export const paymentStatuses = [
  "creating",
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
  "processing",
  "succeeded",
  "canceled",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What never changes again, whatever an older message says. */
export function isFinal(status: PaymentStatus): boolean {
  return status === "succeeded" || status === "canceled";
}

/** States of a refund: `requested` is ours, before the provider has answered; the others are the provider's. */
export const refundStatuses = [
  "requested",
  "pending",
  "requires_action",
  "succeeded",
  "failed",
  "canceled",
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Why money goes back. */
export const refundCauses = ["late", "quarantined", "admin"] as const;
export type RefundCause = (typeof refundCauses)[number];

/** Why a payment was not applied to its booking. */
export const quarantineReasons = {
  amount: "The amount paid is not the booking's.",
  currency: "The currency paid is not the booking's.",
  booking: "The payment names another booking.",
  superseded: "Another payment of the same booking was begun instead.",
  unknown: "No booking of this shop asked for the payment.",
} as const;
export type QuarantineReason = keyof typeof quarantineReasons;
