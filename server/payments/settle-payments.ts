import { listReleasing } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { processEach } from "./events/process-each.ts";
import { retryWaitingEvents } from "./events/receive-event.ts";
import { finishReleasing } from "./release-booking.ts";
import { sendRefunds } from "./refunds/send-refunds.ts";

export type SettleDeps = Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log">;

/**
 * Finishes what is pending between shop and provider: recorded refunds, bookings in state `releasing`, and events that
 * arrived before their payment was known. Several processes may run it at the same time.
 */
export async function settlePayments(deps: SettleDeps): Promise<void> {
  await retryWaitingEvents(deps);
  const releasing = await listReleasing(deps.db, 500);
  await processEach(deps, "releasing a booking", releasing, (id) => finishReleasing(deps, id));
  await sendRefunds(deps);
}
