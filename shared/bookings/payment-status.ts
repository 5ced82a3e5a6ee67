/**
 * States of a payment: the provider's states of a payment intent
 * (https://docs.stripe.com/payments/paymentintents/lifecycle), and `creating` before its first answer. After a decline,
 * a payment returns to `requires_payment_method`.
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
