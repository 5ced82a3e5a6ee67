import { z } from "zod";
import { bookingStates } from "#shared/bookings/booking.ts";
import { requiredText } from "#shared/text/text.ts";
import { quarantineReasons, refundStatuses, type QuarantineReason } from "./payment.ts";

/** POST /create-payment-intent. The amount comes from the booking; a different price is refused. */
export const paymentIntentBody = z.object({
  price: z.number("Price must be a number."),
  bookingId: z.uuid("This is not a booking ID."),
});
export type PaymentIntentBody = z.infer<typeof paymentIntentBody>;

export const paymentIntentAnswer = z.object({
  clientSecret: z.string(),
  provider: z
    .enum(["stripe", "simulator"])
    .describe("simulator: the page shows its own card form, which calls /v1 on this server"),
  publishableKey: z.string(),
  testMode: z.boolean().describe("No real payments"),
  amount: z.number().describe("Amount charged now, in major units"),
  currency: z.string(),
});
export type PaymentIntentAnswer = z.infer<typeof paymentIntentAnswer>;

/**
 * POST /bookings/{id}/refunds (admin). Without an amount, everything left is refunded; unknown fields are refused,
 * because a misspelled `amount` would refund too much. Repeating a `requestId` does not refund twice.
 */
export const refundBody = z.strictObject({
  amount: z.number("Amount must be a number.").positive("Amount must be above zero.").optional(),
  reason: requiredText(500, "Reason"),
  requestId: z.uuid("This is not an ID.").optional(),
});
export type RefundBody = z.infer<typeof refundBody>;

/** One entry in the log of a booking and its payments. */
const bookingLogEntry = z.object({
  at: z.string(),
  kind: z.enum(["booking", "payment", "refund", "dispute"]),
  actor: z.string().nullable().describe("Name of the user; null for the shop and the provider"),
  from: z.string().nullable(),
  to: z.string(),
  why: z.string(),
});
export type BookingLogEntry = z.infer<typeof bookingLogEntry>;

const refund = z.object({
  _id: z.string(),
  amount: z.number(),
  status: z.enum(refundStatuses),
  why: z.string(),
  createdAt: z.string(),
  failureReason: z.string().nullable(),
});
export type Refund = z.infer<typeof refund>;

/** GET /bookings/{id}/payment (admin): payment, refunds, dispute and log of a booking. */
export const bookingPayment = z.object({
  transactionId: z.string().nullable(),
  captured: z.number(),
  refundable: z.number().describe("Amount that can still be refunded"),
  refunds: z.array(refund),
  dispute: z.object({ status: z.string(), reason: z.string(), isOpen: z.boolean() }).nullable(),
  log: z.array(bookingLogEntry),
});
export type BookingPayment = z.infer<typeof bookingPayment>;

/** A payment that was not applied to a booking, with the status of its refund. */
export const quarantinedPayment = z.object({
  _id: z.string(),
  transactionId: z.string(),
  bookingId: z.string().nullable(),
  bookingState: z.enum(bookingStates).nullable(),
  reason: z.enum(Object.keys(quarantineReasons) as [QuarantineReason, ...QuarantineReason[]]),
  amount: z.number(),
  currency: z.string(),
  refundStatus: z.enum(refundStatuses).nullable(),
  createdAt: z.string(),
});
export type QuarantinedPayment = z.infer<typeof quarantinedPayment>;
