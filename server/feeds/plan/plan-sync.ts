import type { SeenFacts, FeedFacts } from "#server/imports/public-reading.ts";
import { ComparisonCount } from "../match/comparison-count.ts";
import {
  differingFields,
  differsInPhotos,
  withFields,
  withPhotos,
  type CarRow,
  type FeedField,
  type KeptReason,
  type KnownCar,
  withUnits,
} from "../feed-facts.ts";
import {
  editIdentity,
  idIdentity,
  lastingFacts,
  statedPart,
  vinIdentity,
} from "../match/identify-cars.ts";
import { matchFaultyRows } from "../match/match-faulty-rows.ts";
import { isFoundByFacts, matchRows, type MatchedRows } from "../match/match-rows.ts";
import { addRepeat, withoutRepeats, type RepeatedRows } from "../match/repeated-rows.ts";
import { reviewOf, type ReviewReason } from "./review-plan.ts";
import { trustReferences } from "../match/trust-references.ts";

/**
 * A row that was not read as a car. `isFaulty`: it can be corrected, so its car is not gone. `isSold`: it says that its
 * car is not for sale, which counts in an incomplete file, too.
 */
export type RefusedRow = {
  line: number;
  identities: readonly string[];
  isFaulty: boolean;
  isSold?: boolean;
  /** What can be read about the car of a faulty row. */
  seen?: SeenFacts;
};

export type PlannedChange =
  | { kind: "added"; identity: string; line: number; fingerprint: string; facts: FeedFacts }
  | {
      kind: "changed" | "relisted";
      identity: string;
      /** What identified the car until now. */
      identityBefore: string;
      listingId: string;
      line: number;
      facts: FeedFacts;
      /** What the listing gets: what the feed changed, apart from what its seller changed by hand. */
      fields: FeedField[];
      /** What its seller changed by hand and the feed says differently. */
      differs: FeedField[];
      /** What the shop shows until now. */
      shown: FeedFacts;
      /** The car was imported before, and in no feed until now. */
      isAdopted?: boolean;
    }
  /** `line` is that of a row that was refused, because the car is damaged, for example. */
  | {
      kind: "retired";
      identity: string;
      listingId: string;
      line: number | null;
      shown: FeedFacts;
    };

/** A change that is not made. */
export type KeptChange = {
  identity: string;
  name: string;
  listingId: string;
  change: "gone" | "changed" | "new";
  /** `hold` is its key in stored plans. */
  hold: KeptReason;
  /** The name of the other feed that has a new car. */
  feed?: string;
};

export type SyncPlan = RepeatedRows & {
  changes: PlannedChange[];
  /** Listings on sale that the file has, by id. */
  present: string[];
  unchanged: number;
  /** Cars that are gone, changed or new in the feed, but stay as they are. */
  keptChanges: KeptChange[];
  /** Why no car is retired although some are gone. */
  keepsGone: "empty" | "incomplete" | null;
  /** Why a person has to look at the plan before it is applied. */
  review: ReviewReason[];
};

export type SyncInput = {
  knownCars: readonly KnownCar[];
  /** The seller's cars that rows name by their id here, as an export of the stock does. */
  own?: readonly KnownCar[];
  rows: readonly CarRow[];
  refused: readonly RefusedRow[];
  /** Whether the feed was read to its end, without a sign that the end is missing. */
  isComplete: boolean;
  /** The fields in which the feed replaces what the seller changed by hand. */
  feedWins: ReadonlySet<FeedField>;
  /** Counts the comparisons of the whole plan, which other steps continue. */
  comparisons?: ComparisonCount;
};

/**
 * What a sync would change. Nothing is written, and the same input gives the same plan.
 * @throws AppError too_large if too many cars are alike
 */
export function planSync(input: SyncInput): SyncPlan {
  const { knownCars, own = [], isComplete, feedWins } = input;
  const { comparisons = new ComparisonCount() } = input;
  const { rows, refused } = trustReferences(input);
  const { cars, ...repeats } = withoutRepeats(rows);
  const matched = matchRows(knownCars, cars, own, comparisons);
  for (const { row, first } of matched.repeats) addRepeat(repeats, row, first);
  const changes: PlannedChange[] = [];
  const keptChanges: KeptChange[] = [];
  let unchanged = 0;
  const take = (car: KnownCar, change: PlannedChange | null) => {
    if (!change) unchanged += 1;
    else if (car.keptReason) keptChanges.push(keptChange(car, car.keptReason, "changed"));
    else changes.push(change);
  };
  for (const pair of matched.pairs) take(pair.car, planRow(pair, feedWins));
  for (const edit of matched.edits) take(edit.car, planEdit(edit));
  for (const { row, identity } of matched.added)
    changes.push({
      kind: "added",
      identity,
      line: row.line,
      fingerprint: row.fingerprint,
      facts: row.facts,
    });
  const goneCars = matched.left.filter(({ isRetired }) => !isRetired);
  const rowOf = refusedRowOf(goneCars, { ...input, rows: cars, refused, comparisons });
  const missing = goneCars.filter((car) => !rowOf(car)?.isSold);
  const keepsGone =
    missing.length === 0 ? null : cars.length === 0 ? "empty" : isComplete ? null : "incomplete";
  for (const car of goneCars) {
    const row = rowOf(car);
    if (keepsGone && !row?.isSold) continue;
    const keptReason = car.keptReason ?? (row?.isFaulty ? "refused" : null);
    const { identity, listingId, shown } = car;
    if (keptReason) keptChanges.push(keptChange(car, keptReason, "gone"));
    else changes.push({ kind: "retired", identity, listingId, line: row?.line ?? null, shown });
  }
  const present = [...matched.pairs, ...matched.edits].flatMap(({ car }) => {
    const { isRetired, keptReason, listingId } = car;
    return isRetired || keptReason === "withdrawn" || keptReason === "removed" ? [] : listingId;
  });
  const inFeed = new Set(knownCars.map(({ listingId }) => listingId));
  const all = [...knownCars, ...own.filter(({ listingId }) => !inFeed.has(listingId))];
  const review = reviewOf(all.filter(({ isRetired }) => !isRetired).length, changes);
  return { changes, present, unchanged, keptChanges, ...repeats, keepsGone, review };
}

/** Finds the refused rows of cars that no other row has: by what identifies them, or faulty ones by their facts. */
function refusedRowOf(
  goneCars: readonly KnownCar[],
  {
    knownCars,
    rows,
    refused,
    comparisons,
  }: Pick<SyncInput, "knownCars" | "rows" | "refused"> & { comparisons: ComparisonCount },
): (car: KnownCar) => RefusedRow | undefined {
  if (refused.length === 0) return () => undefined;
  const stated = new Map(
    refused.flatMap((row) => row.identities.map((identity) => [identity, row] as const)),
  );
  const byIdentity = ({ identity, feedFacts: { vin } }: KnownCar) =>
    stated.get(statedPart(identity)) ?? (vin === null ? undefined : stated.get(vinIdentity(vin)));
  const isByFacts = isFoundByFacts([...rows, ...refused]);
  // If no car had the number of a row, the feed has just gained numbers, and the row is found by its facts.
  const had = new Set(knownCars.map(({ identity }) => statedPart(identity)));
  for (const row of rows) for (const identity of row.identities) had.add(identity);
  const byFacts = matchFaultyRows(
    goneCars.filter((car) => isByFacts(car) && !byIdentity(car)),
    refused.filter(
      ({ isFaulty, identities }) => isFaulty && !identities.some((one) => had.has(one)),
    ),
    comparisons,
  );
  return (car) => byIdentity(car) ?? byFacts.get(car);
}

function planRow(
  { row, car, identity }: MatchedRows["pairs"][number],
  feedWins: ReadonlySet<FeedField>,
): PlannedChange | null {
  // An export names the shop's copies of the photos, which change nothing about what the feed says.
  const isExported = row.identities[0] === idIdentity(car.listingId);
  const facts = isExported ? withPhotos(row.facts, car.feedFacts) : row.facts;
  const byHand = withUnits(differingFields(car.feedFacts, car.shown));
  const different = differingFields(car.shown, facts);
  const wins = (field: FeedField) => !byHand.has(field) || feedWins.has(field);
  const fields = different.filter(wins);
  const differs = different.filter((field) => !wins(field));
  const unsaid = car.feedFacts === car.shown ? different : differingFields(car.feedFacts, facts);
  const isSaid = unsaid.length === 0 && !differsInPhotos(car.feedFacts, facts);
  // A difference that was shown before is no news.
  if (!car.isRetired && fields.length === 0 && isSaid && identity === car.identity) return null;
  return {
    kind: car.isRetired ? "relisted" : "changed",
    identity,
    identityBefore: car.identity,
    listingId: car.listingId,
    line: row.line,
    facts,
    fields,
    differs,
    shown: car.shown,
  };
}

/**
 * A row that names a car by its id here is its seller's edit of the listing: it replaces what differs, and does not
 * change what the feed said. An export does not state what a name is made of, nor the currency from which a price was
 * converted.
 */
function planEdit({ row, car }: MatchedRows["edits"][number]): PlannedChange | null {
  const { shown } = car;
  // An export from before there were details, or a shorter list, says nothing about them.
  const facts = row.unstated ? withFields(row.facts, shown, row.unstated) : { ...row.facts };
  // What the seller left empty stays empty.
  const isSameModel = facts.make === shown.make && facts.model === shown.model;
  if (row.inferred?.includes("bodyType") && shown.bodyType === null && isSameModel)
    Object.assign(facts, { bodyType: null, bodyTypeTypical: false });
  if (row.inferred?.includes("location") && shown.location === "") facts.location = "";
  if (lastingFacts(facts) === lastingFacts(shown)) facts.name = shown.name;
  if (facts.resalePriceMinor === shown.resalePriceMinor) {
    facts.sourceCurrency = shown.sourceCurrency;
    facts.sourcePriceMinor = shown.sourcePriceMinor;
    facts.sourceRate = shown.sourceRate;
  }
  const fields = differingFields(shown, facts);
  if (fields.length === 0) return null;
  const identity = editIdentity(car.listingId);
  const { listingId } = car;
  const rest = { identityBefore: identity, line: row.line, facts, fields, differs: [], shown };
  return { kind: "changed", identity, listingId, ...rest };
}

function keptChange(
  { identity, listingId, shown: { name } }: KnownCar,
  keptReason: KeptReason,
  change: KeptChange["change"],
): KeptChange {
  return { identity, name: name ?? "", listingId, change, hold: keptReason };
}
