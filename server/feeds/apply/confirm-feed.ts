import { confirmListings } from "#server/freshness/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { listPresent, lockFeedOfSeller } from "../feed-store.ts";

/** Confirms the cars of a feed whose file is the same as before. */
export async function confirmFeed(db: Database, feedId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockFeedOfSeller(tx, feedId))) return;
    await confirmListings(tx, await listPresent(tx, feedId), new Date());
  });
}
