import { unreadSheet } from "#shared/feeds/feed-contract.ts";
import type { Feed } from "./inspect-feed.ts";
import { readLimits } from "./files/read-limits.ts";

/** The rows of a feed by result: `imported + duplicates + quarantined = rows`, unless the run was stopped. */
export type FeedSummary = {
  rows: number;
  imported: number;
  duplicates: number;
  /**
   * All refused rows: those of other makes, of damaged cars and of cars that are not for sale, and those that can be
   * corrected.
   */
  quarantined: number;
  otherMake: number;
  damaged: number;
  notForSale: number;
  /** Values left out of imported rows, by "column: reason". */
  leftOut: Record<string, number>;
  /** Faults of quarantined rows, by "column: kind of reason". */
  refusals: Record<string, number>;
};

/** The summary of no rows. */
export function emptySummary(): FeedSummary {
  return {
    rows: 0,
    imported: 0,
    duplicates: 0,
    quarantined: 0,
    otherMake: 0,
    damaged: 0,
    notForSale: 0,
    leftOut: {},
    refusals: {},
  };
}

/** Counts the sheets that are not read among the facts that are left out. */
export function countUnread(
  counts: Record<string, number>,
  { unread = [] }: Pick<Feed, "unread">,
): void {
  for (const sheet of unread) counts[`${unreadSheet}: ${sheet}`] = 1;
}

const otherReasons = "other reasons";

/** Counts a reason without the value itself, so that reasons of the same kind are counted together. */
export function countReason(counts: Record<string, number>, column: string, reason: string): void {
  const kind = `${column ? `${column}: ` : ""}${reason
    .replace(/^".*?"(?=[ :])/s, "…")
    .replace(/"[^"]*"$/, "…")
    .replace(/(?<=Did you mean )[^?]+/, "…")
    .replace(/(?<=^the car is ").+(?=", and damaged)/s, "…")}`;
  const isNew = !Object.hasOwn(counts, kind);
  const counted = isNew && Object.keys(counts).length >= readLimits.reasons ? otherReasons : kind;
  counts[counted] = (counts[counted] ?? 0) + 1;
}
