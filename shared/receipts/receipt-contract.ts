import { z } from "zod";

const party = z.object({ name: z.string(), email: z.string() });

/** GET /bookings/{id}/receipt. Amounts in major units. */
export const receipt = z.object({
  number: z.string().describe("For example M-000042"),
  bookingId: z.string(),
  issuedAt: z.string(),
  shop: z.string(),
  seller: party,
  buyer: party,
  item: z.string(),
  price: z.number(),
  amountPaid: z.number(),
  amountDueAtHandover: z.number(),
  amountRefunded: z.number(),
  currency: z.string(),
  transactionId: z.string(),
});
export type Receipt = z.infer<typeof receipt>;

/** GET /account/purchases: the caller's receipts as a buyer. */
export const purchase = receipt.pick({
  number: true,
  bookingId: true,
  issuedAt: true,
  item: true,
  amountPaid: true,
  currency: true,
});
export type Purchase = z.infer<typeof purchase>;
