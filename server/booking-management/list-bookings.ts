import type { z } from "zod";
import type { Booking, bookingListQuery } from "#shared/bookings/booking-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import type { Totals } from "#server/platform/database/create-totals.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { presentBooking } from "./booking-presenter.ts";
import { countBookings, listBookingRows, type WhichBookings } from "./booking-row-store.ts";

/** A buyer's own bookings; for admins, one account's or all. @throws AppError not_allowed, invalid_cursor */
export async function listBookings(
  deps: Pick<Deps, "db" | "config" | "totals">,
  viewer: Viewer,
  query: z.output<typeof bookingListQuery>,
) {
  const isAdmin = viewer.role === "admin";
  const email = query.email ?? (isAdmin ? null : viewer.email);
  if (!isAdmin && email !== viewer.email) throw new AppError("not_allowed");
  const which = { email, state: query.state, issue: query.issue, q: query.q };
  const counting = totalOfBookings(deps, which);
  const matchCount = which.q ? await counting : 0;
  const [{ rows, ...page }, total] = await Promise.all([
    listBookingRows(deps.db, which, query, matchCount),
    counting,
  ]);
  const bookings: Booking[] = rows.map((row) => presentBooking(row, viewer, deps.config));
  return { ...page, bookings, total };
}

/** Counts the bookings that match a filter. Large counts can be half a minute old. */
export function totalOfBookings(
  { db, totals }: { db: Executor; totals: Totals },
  which: WhichBookings,
): Promise<number> {
  return totals(["bookings", which], () => countBookings(db, which));
}
