import { relativeChange } from "../match/identify-cars.ts";
import type { FeedField } from "../feed-facts.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

export type ReviewReason =
  | { reason: "many_retired"; cars: number; of: number }
  | { reason: "many_repriced"; cars: number; of: number };

/** A change of a plan, as far as it can be unusual. */
type Change =
  | {
      kind: "changed" | "relisted";
      fields: readonly FeedField[];
      shown: FeedFacts;
      facts: FeedFacts;
    }
  | { kind: "added" | "retired" };

/** Above this share of a feed's cars, retiring or repricing them waits for a person. */
const mostAtOnce = 1 / 5;
/** A price that changes by more than this share counts as repriced. */
const largeRepricing = 0.3;

/**
 * Why a person has to look at a plan before it is applied.
 * @param of how many cars the feed has
 */
export function reviewOf(of: number, changes: readonly Change[]): ReviewReason[] {
  const retired = changes.filter(({ kind }) => kind === "retired").length;
  const repriced = changes.filter((change) => {
    if (change.kind !== "changed" || !change.fields.includes("resalePriceMinor")) return false;
    const { shown, facts } = change;
    return relativeChange(shown.resalePriceMinor, facts.resalePriceMinor) > largeRepricing;
  }).length;
  const reasons: ReviewReason[] = [];
  if (retired > of * mostAtOnce) reasons.push({ reason: "many_retired", cars: retired, of });
  if (repriced > of * mostAtOnce) reasons.push({ reason: "many_repriced", cars: repriced, of });
  return reasons;
}
