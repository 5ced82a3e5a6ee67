import type { Deps } from "#server/deps.ts";
import { expireHolds } from "./booking-store.ts";

const batchSize = 200;

/** Ends every hold that has run out, in small transactions. Any number of processes may do so at once. Says how many. */
export async function expireDueHolds({
  db,
  catalogue,
}: Pick<Deps, "db" | "catalogue">): Promise<number> {
  let expired = 0;
  for (;;) {
    const some = await db.transaction((tx) => expireHolds(tx, batchSize));
    expired += some;
    if (some < batchSize) break;
  }
  if (expired > 0) await catalogue.refresh();
  return expired;
}
