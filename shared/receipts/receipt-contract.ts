import { z } from "zod";

const person = z.object({ name: z.string(), email: z.string() });

/** GET /bookings/{id}/receipt: what was paid for, by whom, to whom. Amounts in major units. */
export const receipt = z.object({
  number: z.string().describe("For example M-000042"),
  bookingId: z.string(),
  issuedAt: z.string(),
  shop: z.string(),
  seller: person,
  buyer: person,
  item: z.string(),
  price: z.number(),
  amountPaid: z.number(),
  amountDueAtHandover: z.number(),
  amountRefunded: z.number(),
  currency: z.string(),
  transactionId: z.string(),
});
export type Receipt = z.infer<typeof receipt>;

/** GET /account/purchases: the receipts of what the caller paid for. */
export const purchase = receipt.pick({
  number: true,
  bookingId: true,
  issuedAt: true,
  item: true,
  amountPaid: true,
  currency: true,
});
export type Purchase = z.infer<typeof purchase>;
