import { isSoldMake } from "#shared/makes/sold-makes.ts";
import type { LockedListing } from "../feed-store.ts";
import type { FeedChange } from "./plan-store.ts";

/** Whether a change would have a car on sale of a make that the shop sells no longer. Its plan is older than that. */
export function isLeftOut(
  { kind, fields, facts, listingId }: FeedChange,
  listings: ReadonlyMap<string, LockedListing>,
): boolean {
  if (kind === "retired") return false;
  const isStated = kind === "added" || fields.includes("make");
  const { make } = isStated ? facts! : listings.get(listingId!)!.shown;
  return make !== null && !isSoldMake(make);
}
