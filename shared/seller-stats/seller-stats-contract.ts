import { z } from "zod";

/** Number of days in the seller stats, including today. */
export const statsDays = 30;

const count = z.number().int();
const byDay = z.array(count).describe("One number for each of `days`");

/** GET /seller/stats: the seller stats. Days are in UTC. */
export const sellerStats = z.object({
  days: z.array(z.string()).describe("The first day first, as YYYY-MM-DD"),
  views: byDay,
  bookings: byDay,
  carCount: count,
  cars: z
    .array(
      z.object({
        _id: z.string(),
        name: z.string(),
        views: count,
        viewsByDay: byDay,
        bookings: count,
        daysListed: count.describe("Until today, or until it was sold"),
      }),
    )
    .describe("The most viewed first, at most 20"),
});
export type SellerStats = z.infer<typeof sellerStats>;
