import { z } from "zod";
import { createdAnswer } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery, searchWords, sortBy } from "#shared/paging/paging-contract.ts";
import { paymentStatuses } from "#shared/payments/payment.ts";
import { emailAddress, requiredText, text } from "#shared/text/text.ts";
import { bookingStates } from "./booking.ts";

/** POST /bookings. Name and email are read from the account; the price is checked against the car's own. */
export const createBookingBody = z.object({
  productId: z.uuid("This is not a product's id.").optional(),
  item: requiredText(160, "Item"),
  price: z.coerce.number("Price is a number."),
  phone: text(40).default(""),
  location: text(160).default(""),
  image: text(2_000).default(""),
});
export type CreateBookingBody = z.infer<typeof createBookingBody>;

export const booking = z.object({
  _id: z.string(),
  productId: z.string(),
  name: z.string(),
  email: z.string(),
  item: z.string(),
  image: z.string(),
  imageIsIllustration: z.boolean(),
  price: z.number(),
  currency: z.string(),
  phone: z.string(),
  location: z.string(),
  paid: z.boolean(),
  transactionId: z
    .string()
    .nullable()
    .describe("The payment's id at the card provider; null while unpaid"),
  state: z.enum(bookingStates),
  amountDueNow: z.number().describe("What is charged by card: the price, or the deposit on it"),
  amountDueAtHandover: z.number().describe("The rest of the price, paid to the seller"),
  amountRefunded: z.number(),
  paymentStatus: z.enum(paymentStatuses).nullable().describe("null until payment was begun"),
  isDisputed: z.boolean().describe("The buyer's bank is questioning the payment"),
  hasFailedRefund: z
    .boolean()
    .describe("A refund did not reach the buyer, and no other has been made since"),
  notice: z.string().nullable().describe("What the buyer should know of how it went"),
  hasReceipt: z.boolean(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  sellerName: z.string(),
  sellerEmail: z.string().nullable().describe("Only while the booking is live"),
  sellerPhone: z.string().nullable().describe("Only while the booking is live"),
  allowedActions: z.array(z.enum(["pay", "cancel", "refund", "relist"])),
});
export type Booking = z.infer<typeof booking>;

/** The answer to POST /bookings. */
export const bookedAnswer = createdAnswer.extend({
  booking: booking.optional().describe("The new booking; absent where it was refused"),
});
export type BookedAnswer = z.infer<typeof bookedAnswer>;

/** Money of a booking that somebody has to look after: its bank questions it, or its latest refund did not arrive. */
export const moneyTroubles = ["disputed", "refund_failed"] as const;
export type MoneyTrouble = (typeof moneyTroubles)[number];

/** How a list of bookings may be asked for: whose car, or buyer's name or email, has `q` in it. */
export const bookingFilter = z.object({
  q: searchWords.optional(),
  state: z.enum(bookingStates).optional(),
  trouble: z.enum(moneyTroubles).optional(),
  sort: sortBy(["booked", "item", "price", "buyer"]).optional(),
});
export type BookingSort = NonNullable<z.infer<typeof bookingFilter>["sort"]>;

/** GET /bookings. Without an address: everybody's, for admins. */
export const bookingListQuery = pageQuery.extend({
  ...bookingFilter.shape,
  email: emailAddress.optional(),
  sort: bookingFilter.shape.sort.unwrap().default("-booked"),
});
