import { sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { listingViewDayTable } from "./view-table.ts";

export type DayViews = { listingId: string; day: string; views: number };

/** Adds views to the stored counts. */
export async function addViews(db: Executor, counted: DayViews[]): Promise<void> {
  if (counted.length === 0) return;
  // In the same order in all processes, to avoid deadlocks.
  const inOrder = counted.toSorted((a, b) =>
    `${a.listingId} ${a.day}` < `${b.listingId} ${b.day}` ? -1 : 1,
  );
  await db
    .insert(listingViewDayTable)
    .values(inOrder)
    .onConflictDoUpdate({
      target: [listingViewDayTable.listingId, listingViewDayTable.day],
      set: { views: sql`${listingViewDayTable.views} + excluded.views` },
    });
}
