import { clearLapsed } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { saveConfirmations } from "./confirmation-store.ts";

/** Confirms that listings are still for sale, and puts lapsed ones back on sale. */
export async function confirmListings(
  tx: Executor,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await saveConfirmations(tx, ids, now);
  await clearLapsed(tx, ids);
}
