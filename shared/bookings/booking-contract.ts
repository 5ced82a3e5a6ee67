import { z } from "zod";
import { createdAnswer } from "#shared/outcomes/outcome-contract.ts";
import { pageQuery, searchWords, sortBy } from "#shared/paging/paging-contract.ts";
import { paymentStatuses } from "./payment-status.ts";
import { emailAddress, fromNumeral, requiredText, text } from "#shared/text/text.ts";
import { bookingStates } from "./booking.ts";

/** POST /bookings. Name and email come from the account; the price must match the listing. */
export const createBookingBody = z.object({
  productId: z.uuid("This is not a product ID.").optional(),
  item: requiredText(160, "Item"),
  price: fromNumeral(z.number("Price must be a number.")),
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
  phoneLink: z
    .string()
    .nullable()
    .describe("`tel:` link of the phone; null if it is not clearly a number"),
  location: z.string(),
  paid: z.boolean(),
  transactionId: z
    .string()
    .nullable()
    .describe("ID of the payment at the card provider; null while unpaid"),
  state: z.enum(bookingStates),
  amountDueNow: z.number().describe("Charged by card: the price or the deposit"),
  amountDueAtHandover: z.number().describe("The rest of the price, paid to the seller"),
  amountRefunded: z.number(),
  paymentStatus: z.enum(paymentStatuses).nullable().describe("null until a payment was started"),
  isDisputed: z.boolean().describe("The buyer's bank is disputing the payment"),
  hasFailedRefund: z.boolean().describe("A refund failed and was not repeated"),
  isCanceledByBuyer: z
    .boolean()
    .describe("The buyer canceled it before paying, and not the shop or the seller"),
  notice: z.string().nullable().describe("Message for the buyer about the outcome"),
  hasReceipt: z.boolean(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  refundedAt: z.string().nullable().describe("When the latest refund reached the card"),
  expiresAt: z.string().nullable(),
  sellerName: z.string(),
  sellerEmail: z.string().nullable().describe("Only while the booking is live"),
  sellerPhone: z.string().nullable().describe("Only while the booking is live"),
  sellerPhoneLink: z.string().nullable().describe("`tel:` link of the seller's phone"),
  allowedActions: z.array(z.enum(["pay", "cancel", "refund", "relist", "review"])),
});
export type Booking = z.infer<typeof booking>;

/** The answer to POST /bookings. */
export const bookedAnswer = createdAnswer.extend({
  booking: booking.optional().describe("The new booking; missing if it was refused"),
});
export type BookedAnswer = z.infer<typeof bookedAnswer>;

/** Payment issues that an admin must handle: an open dispute, or a latest refund that failed. */
const paymentIssues = ["disputed", "refund_failed"] as const;
export type PaymentIssue = (typeof paymentIssues)[number];

/** Filters for lists of bookings. `q` is searched in the car, and in the buyer's name and email. */
export const bookingFilter = z.object({
  q: searchWords.optional(),
  state: z.enum(bookingStates).optional(),
  issue: z.enum(paymentIssues).optional(),
  sort: sortBy(["booked", "item", "price", "buyer"]).optional(),
});
export type BookingSort = NonNullable<z.infer<typeof bookingFilter>["sort"]>;

/** GET /bookings. Without an email: all bookings, for admins. */
export const bookingListQuery = pageQuery.extend({
  ...bookingFilter.shape,
  email: emailAddress.optional(),
  sort: bookingFilter.shape.sort.unwrap().default("-booked"),
});
