import { releaseBooking } from "#server/payments/public.ts";
import type { Deps } from "#server/deps.ts";
import { endHolds } from "#server/bookings/public.ts";

const batchSize = 200;

/**
 * Ends every hold that has run out, in small transactions, and then releases those whose payment was begun. Any number
 * of processes may do so at once. Says how many holds ran out.
 */
export async function expireDueHolds(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "provider" | "log">,
): Promise<number> {
  const { db, config, catalogue } = deps;
  const releasing: string[] = [];
  let expired = 0;
  for (;;) {
    const some = await db.transaction((tx) =>
      endHolds(tx, { config }, { lapsed: true, limit: batchSize }, "expired", {
        actorId: null,
        why: "hold ran out",
      }),
    );
    releasing.push(...some.releasing);
    const swept = some.ended.length + some.releasing.length;
    expired += swept;
    if (swept < batchSize) break;
  }
  if (expired > 0) await catalogue.refresh();
  // Where the provider does not answer for one, the others wait for the settling job with it.
  for (const id of releasing) if (!(await releaseBooking(deps, id))) break;
  return expired;
}
