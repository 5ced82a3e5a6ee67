import { releaseBooking } from "#server/payments/public.ts";
import type { Deps } from "#server/deps.ts";
import { endHolds } from "#server/bookings/public.ts";

const batchSize = 200;

/**
 * Ends every expired hold in small transactions, then releases those with a started payment. Safe to run in several
 * processes at once. Returns how many holds expired.
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
        why: "hold expired",
      }),
    );
    releasing.push(...some.releasing);
    const swept = some.ended.length + some.releasing.length;
    expired += swept;
    if (swept < batchSize) break;
  }
  if (expired > 0) await catalogue.refresh();
  // If the provider does not answer, the remaining holds are left to the settling job.
  for (const id of releasing) if (!(await releaseBooking(deps, id))) break;
  return expired;
}
