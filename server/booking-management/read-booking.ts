import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { bookingId, noSuchBooking } from "#server/bookings/public.ts";
import { presentBooking } from "./booking-presenter.ts";
import { findBookingRow } from "./booking-row-store.ts";

/** One booking, for its buyer or an admin. @throws AppError not_found for anyone else */
export async function readBooking(
  { db, config }: { db: Database; config: Pick<Config, "BRAND_PHONE"> },
  viewer: Viewer,
  id: string,
): Promise<Booking> {
  const row = await findBookingRow(db, bookingId(id));
  if (!row || (row.buyerId !== viewer.accountId && viewer.role !== "admin")) throw noSuchBooking();
  return presentBooking(row, viewer, config);
}
