import { statsDays, type SellerStats } from "#shared/seller-stats/seller-stats-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listBookingsByDay, listListingStats, listViewsByDay } from "./seller-stats-store.ts";

const mostCars = 20;
const dayMs = 86_400_000;

/** A seller's stats of the last 30 days, including today (UTC). */
export async function readSellerStats(
  { db, catalogue, views }: Pick<Deps, "db" | "catalogue" | "views">,
  sellerId: string,
  now: Date,
): Promise<SellerStats> {
  // Includes views that this process has just counted.
  await views.flush();
  const days = Array.from({ length: statsDays }, (_, at) =>
    new Date(now.getTime() - (statsDays - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
  const since = days[0]!;
  const [viewed, booked, cars] = await Promise.all([
    listViewsByDay(db, sellerId, since),
    listBookingsByDay(db, sellerId, since),
    listListingStats(db, sellerId, since, mostCars),
  ]);
  const spread = (counts: { day: string; count: number }[]) => {
    const byDay = new Map(counts.map(({ day, count }) => [day, count]));
    return days.map((day) => byDay.get(day) ?? 0);
  };
  return {
    days,
    views: spread(viewed),
    bookings: spread(booked),
    carCount: catalogue.listedCount(sellerId),
    cars: cars.map(({ id, name, viewsByDay, bookings, daysListed }) => {
      const byDay = days.map((day) => viewsByDay?.[day] ?? 0);
      const total = byDay.reduce((sum, count) => sum + count, 0);
      return { _id: id, name, views: total, viewsByDay: byDay, bookings, daysListed };
    }),
  };
}
