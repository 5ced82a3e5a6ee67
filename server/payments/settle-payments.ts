import { listReleasing } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { retryWaitingEvents } from "./receive-event.ts";
import { releaseBooking } from "./release-booking.ts";
import { sendRefunds } from "./send-refunds.ts";

export type SettleDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Finishes what was begun between the two systems and not ended: refunds that were noted, bookings that are being
 * released, messages that came before their payment was known. Any number of processes may do so at once.
 */
export async function settlePayments(deps: SettleDeps): Promise<void> {
  await retryWaitingEvents(deps);
  for (const id of await listReleasing(deps.db, 500)) await releaseBooking(deps, id);
  await sendRefunds(deps);
}
