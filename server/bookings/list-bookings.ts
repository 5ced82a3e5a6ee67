import { z } from "zod";
import type { Booking, bookingListQuery } from "#shared/bookings/booking-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { presentBooking } from "./booking-presenter.ts";
import { countBookings, listBookingRows } from "./booking-row-store.ts";

const cursor = z.object({ createdAt: z.iso.datetime(), id: z.uuid() });

/** Bookings, newest first: one's own, or for an admin anybody's or everybody's. @throws AppError not_allowed, invalid_cursor */
export async function listBookings(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  query: z.output<typeof bookingListQuery>,
): Promise<{ bookings: Booking[]; total: number; nextCursor: string | null }> {
  const isAdmin = viewer.role === "admin";
  const email = query.email ?? (isAdmin ? null : viewer.email);
  if (!isAdmin && email !== viewer.email) throw new AppError("not_allowed");
  const after = decodeCursor(cursor, query.cursor);
  const which = { email, state: query.state ?? null };
  const found = await listBookingRows(db, { ...which, after, limit: query.limit + 1 });
  const { rows, nextCursor } = cutPage(found, query.limit, (last) => ({
    createdAt: last.createdAt.toISOString(),
    id: last.id,
  }));
  return {
    bookings: rows.map((row) => presentBooking(row, viewer)),
    total: await countBookings(db, which),
    nextCursor,
  };
}
