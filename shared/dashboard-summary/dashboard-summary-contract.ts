import { z } from "zod";
import { paidLatelyDays } from "#shared/bookings/booking.ts";

const count = z.number().int();

/** GET /dashboard-summary: the dashboard summary for the caller's role. */
export const dashboardSummary = z.discriminatedUnion("role", [
  z.object({
    role: z.literal("admin"),
    reportedCars: count,
    vinClaims: count.describe("Cars with a VIN that another seller's car had, to be confirmed"),
    appealsToDecide: count,
    reportedReviews: count,
    sellersToVerify: count,
    quarantinedPayments: count.describe("Not back with their senders yet"),
    disputedPayments: count,
    failedRefunds: count,
    bookings: count,
    buyers: count,
    sellers: count,
    users: count,
  }),
  z.object({
    role: z.literal("Seller"),
    isVerified: z.boolean(),
    unverifiedLimits: z
      .object({ listings: count, advertised: count })
      .nullable()
      .describe("Cars that can be for sale and advertised at a time; null for verified sellers"),
    cars: count,
    withoutPicture: count,
    notAdvertised: count,
    reserved: count,
    paidLately: count.describe(`Paid in the last ${paidLatelyDays} days, to be handed over`),
  }),
  z.object({
    role: z.literal("Buyer"),
    holds: z
      .array(
        z.object({
          _id: z.string(),
          item: z.string(),
          image: z.string(),
          price: z.number(),
          currency: z.string(),
          expiresAt: z.string(),
        }),
      )
      .describe("To be paid, the one that ends first at the head"),
    orders: count,
    receipts: count,
  }),
]);
export type DashboardSummary = z.infer<typeof dashboardSummary>;
export type SummaryOf<Role extends DashboardSummary["role"]> = Extract<
  DashboardSummary,
  { role: Role }
>;
