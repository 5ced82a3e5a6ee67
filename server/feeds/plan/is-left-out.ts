import { isSoldMake } from "#shared/makes/sold-makes.ts";
import type { LockedListing } from "../feed-store.ts";
import type { FeedChange } from "./plan-store.ts";

/** Whether a change of an older plan would put a car on sale whose make the shop no longer sells. */
export function isLeftOut(
  { kind, fields, facts, listingId }: FeedChange,
  listings: ReadonlyMap<string, LockedListing>,
): boolean {
  if (kind === "retired") return false;
  const isStated = kind === "added" || fields.includes("make");
  const { make } = isStated ? facts! : listings.get(listingId!)!.shown;
  return make !== null && !isSoldMake(make);
}
