import type { EndOfHold } from "#shared/bookings/booking.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import {
  endHeldBookings,
  type EndedHolds,
  type MoveCause,
  type WhichHolds,
} from "./booking-move-store.ts";
import { queueReleasedEmails } from "./booking-emails.ts";

/**
 * Ends holds, frees their cars and emails buyers and sellers. If a payment was started, the provider has to cancel it
 * first; the emails follow then.
 */
export async function endHolds(
  tx: Executor,
  deps: { config: Config },
  which: WhichHolds,
  to: EndOfHold,
  cause: MoveCause,
): Promise<EndedHolds> {
  const holds = await endHeldBookings(tx, which, to, cause);
  await queueReleasedEmails(tx, deps, holds.ended);
  return holds;
}
