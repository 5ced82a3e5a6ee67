import { z } from "zod";
import { bookingStates } from "#shared/bookings/booking.ts";
import { requiredText } from "#shared/text/text.ts";
import { quarantineReasons, refundStatuses, type QuarantineReason } from "./payment.ts";

/** POST /create-payment-intent. The amount is the booking's own; a price that differs is refused. */
export const paymentIntentBody = z.object({
  price: z.number("Price is a number."),
  bookingId: z.uuid("This is not a booking's id."),
});
export type PaymentIntentBody = z.infer<typeof paymentIntentBody>;

export const paymentIntentAnswer = z.object({
  clientSecret: z.string(),
  provider: z
    .enum(["stripe", "simulator"])
    .describe("simulator: the card form is ours, and speaks to /v1 of this address"),
  publishableKey: z.string(),
  testMode: z.boolean().describe("No real money moves"),
  amount: z.number().describe("What is charged now, in major units"),
  currency: z.string(),
});
export type PaymentIntentAnswer = z.infer<typeof paymentIntentAnswer>;

/**
 * POST /bookings/{id}/refunds (admin). Without an amount: all that is left, so a mistyped name of that field is refused
 * here, where other calls would pass over it. The same `requestId` is one refund.
 */
export const refundBody = z.strictObject({
  amount: z.number("Amount is a number.").positive("The amount is above zero.").optional(),
  reason: requiredText(500, "Reason"),
  requestId: z.uuid("This is not an id.").optional(),
});
export type RefundBody = z.infer<typeof refundBody>;

/** One line of what happened to a booking and its money, oldest first. */
export const bookingLogEntry = z.object({
  at: z.string(),
  kind: z.enum(["booking", "payment", "refund", "dispute"]),
  actor: z.string().nullable().describe("Name of who did it; null for the shop and the provider"),
  from: z.string().nullable(),
  to: z.string(),
  why: z.string(),
});
export type BookingLogEntry = z.infer<typeof bookingLogEntry>;

export const refund = z.object({
  _id: z.string(),
  amount: z.number(),
  status: z.enum(refundStatuses),
  why: z.string(),
  createdAt: z.string(),
  failureReason: z.string().nullable(),
});
export type Refund = z.infer<typeof refund>;

/** GET /bookings/{id}/payment (admin): the money of a booking in full. */
export const bookingPayment = z.object({
  transactionId: z.string().nullable(),
  captured: z.number(),
  refundable: z.number().describe("What can still be given back"),
  refunds: z.array(refund),
  dispute: z.object({ status: z.string(), reason: z.string(), isOpen: z.boolean() }).nullable(),
  log: z.array(bookingLogEntry),
});
export type BookingPayment = z.infer<typeof bookingPayment>;

/** A payment that was not applied to any booking, and what became of it. */
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
