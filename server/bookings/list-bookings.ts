import type { z } from "zod";
import type { Booking, bookingListQuery } from "#shared/bookings/booking-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { presentBooking } from "./booking-presenter.ts";
import { countBookings, listBookingRows } from "./booking-row-store.ts";

/** Bookings: one's own, or for an admin anybody's or everybody's. @throws AppError not_allowed, invalid_cursor */
export async function listBookings(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  query: z.output<typeof bookingListQuery>,
) {
  const isAdmin = viewer.role === "admin";
  const email = query.email ?? (isAdmin ? null : viewer.email);
  if (!isAdmin && email !== viewer.email) throw new AppError("not_allowed");
  const which = { email, state: query.state, q: query.q };
  const [{ rows, ...page }, total] = await Promise.all([
    listBookingRows(db, which, query),
    countBookings(db, which),
  ]);
  const bookings: Booking[] = rows.map((row) => presentBooking(row, viewer));
  return { ...page, bookings, total };
}
