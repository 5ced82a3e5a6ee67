import { listReleasing } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { eachApart } from "./each-apart.ts";
import { retryWaitingEvents } from "./receive-event.ts";
import { finishReleasing } from "./release-booking.ts";
import { sendRefunds } from "./send-refunds.ts";

export type SettleDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Finishes what was begun between the two systems and not ended: refunds that were noted, bookings that are being
 * released, messages that came before their payment was known. Any number of processes may do so at once.
 */
export async function settlePayments(deps: SettleDeps): Promise<void> {
  await retryWaitingEvents(deps);
  const releasing = await listReleasing(deps.db, 500);
  await eachApart(deps, "release of a booking", releasing, (id) => finishReleasing(deps, id));
  await sendRefunds(deps);
}
