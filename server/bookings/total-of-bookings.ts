import type { Totals } from "#server/platform/database/create-totals.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { countBookings, type WhichBookings } from "./booking-row-store.ts";

/** How many bookings there are of a kind; of very many, half a minute ago. */
export function totalOfBookings(
  { db, totals }: { db: Executor; totals: Totals },
  which: WhichBookings,
): Promise<number> {
  return totals(["bookings", which], () => countBookings(db, which));
}
