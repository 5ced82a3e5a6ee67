import type { PaymentStatus } from "#shared/bookings/payment-status.ts";

/** Whether the status can no longer change. */
export function isFinal(status: PaymentStatus): boolean {
  return status === "succeeded" || status === "canceled";
}

/** States of a refund: the provider's, and `requested` before the provider has answered. */
export const refundStatuses = [
  "requested",
  "pending",
  "requires_action",
  "succeeded",
  "failed",
  "canceled",
] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Why a payment is refunded. */
const refundCauses = ["late", "quarantined", "admin"] as const;
export type RefundCause = (typeof refundCauses)[number];

/** Why a payment was not applied to its booking. */
export const quarantineReasons = {
  amount: "The amount does not match the booking.",
  currency: "The currency does not match the booking.",
  booking: "The payment belongs to another booking.",
  superseded: "Another payment for the same booking was started instead.",
  unknown: "The payment does not belong to any booking in this shop.",
} as const;
export type QuarantineReason = keyof typeof quarantineReasons;
