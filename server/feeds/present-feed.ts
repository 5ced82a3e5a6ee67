import type {
  FeedAnswer,
  FeedChangeAnswer,
  FeedPlanAnswer,
  FeedPlanSummary,
} from "#shared/feeds/feed-contract.ts";
import { differingFields } from "./feed-facts.ts";
import { factNameOf, factValue } from "./feed-fact-names.ts";
import { presentOptions } from "./feed-options.ts";
import type { Feed } from "./feed-store.ts";
import { isEdit, isKnownByFacts, statedPart } from "./match/identify-cars.ts";
import type { ChangeCount } from "./feed-table.ts";
import type { CountedPlan } from "./plan/plan-outline-store.ts";
import { mostShown, type FeedChange, type ShownPlan } from "./plan/plan-store.ts";
import type { RepeatedRow } from "./match/repeated-rows.ts";
import { isUndoable } from "./apply/undo-plan.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

export function presentFeed(
  feed: Feed,
  { cars, edits }: { cars: number; edits: number },
  lastPlan: CountedPlan | null,
): FeedAnswer {
  return {
    _id: feed.id,
    name: feed.name,
    cars,
    options: presentOptions(feed.options),
    feedWins: feed.feedWins.flatMap((field) => factNameOf(field) ?? []),
    fetch: presentFetch(feed),
    createdAt: feed.createdAt.toISOString(),
    lastPlan: lastPlan && presentSummary(lastPlan, feed),
    edits,
  };
}

function presentFetch(feed: Feed): FeedAnswer["fetch"] {
  if (feed.fetchUrl === null) return null;
  return {
    url: feed.fetchUrl,
    hour: feed.fetchHour!,
    nextAt: feed.nextFetchAt!.toISOString(),
    lastAt: feed.fetchedAt?.toISOString() ?? null,
    error: feed.fetchError,
    isStopped: feed.fetchProblem === "stopped",
    username: feed.fetchUsername,
    hasPassword: feed.fetchPassword !== null,
    hasPrivateKey: feed.fetchPrivateKey !== null,
    hostKey: feed.fetchHostKey,
    newHostKey: feed.fetchNewHostKey,
  };
}

export function presentSummary({ plan, changes }: CountedPlan, feed: Feed): FeedPlanSummary {
  const sum = (isCounted: (change: ChangeCount) => boolean) =>
    changes.filter(isCounted).reduce((all, { cars }) => all + cars, 0);
  const of = (kind: FeedChange["kind"]) => sum((change) => change.kind === kind);
  return {
    _id: plan.id,
    file: plan.source,
    state: plan.state,
    createdAt: plan.createdAt.toISOString(),
    endedAt: plan.endedAt?.toISOString() ?? null,
    rows: plan.rows,
    counts: {
      added: of("added"),
      changed: of("changed"),
      relisted: of("relisted"),
      retired: of("retired"),
      unchanged: plan.unchanged,
      kept: plan.kept,
      repeated: plan.repeatedRows,
      refused: plan.refused,
      onlyDetails: changes.reduce((all, { onlyDetails }) => all + onlyDetails, 0),
    },
    done: sum(({ state }) => state !== (plan.state === "undoing" ? "applied" : "planned")),
    skipped: sum(({ state }) => state === "skipped"),
    needsConfirmation: plan.state === "waiting" && plan.review.length > 0,
    isUndoable: isUndoable(plan, feed),
  };
}

export function presentPlan(
  { plan, changes }: { plan: ShownPlan; changes: readonly ChangeCount[] },
  feed: Feed,
  currency: string,
): FeedPlanAnswer {
  const { keepsGone, review, columns, leftOut, keptChanges, repeated } = plan;
  return {
    ...presentSummary({ plan, changes }, feed),
    keepsGone,
    review,
    columns: columns.map(({ header, field, values }) => ({ header, field, values })),
    leftOut: Object.entries(leftOut)
      .map(([reason, times]) => ({ reason, times }))
      .toSorted((a, b) => b.times - a.times)
      .slice(0, mostShown),
    leftOutReasons: Object.keys(leftOut).length,
    kept: keptChanges.map(({ listingId, name, change, hold, feed: otherFeed }) => ({
      productId: listingId,
      name,
      change,
      reason: hold,
      feed: otherFeed ?? null,
    })),
    repeated: repeated.map((repeat) => presentRepeat(repeat, currency)),
  };
}

function presentRepeat(
  { line, firstLine, fields, values }: RepeatedRow,
  currency: string,
): FeedPlanAnswer["repeated"][number] {
  const named = fields.flatMap((field) => {
    const name = factNameOf(field);
    return name ? { field, name } : [];
  });
  const differences = named.map(({ field, name }) => ({
    field: name,
    first: factValue(values?.first ?? {}, field, currency),
    again: factValue(values?.again ?? {}, field, currency),
  }));
  return {
    line,
    firstLine,
    fields: named.map(({ name }) => name),
    differences: values ? differences : [],
  };
}

/** @param shown what the shop shows now; null for a car that is not listed yet */
export function presentChange(
  change: FeedChange,
  shown: FeedFacts | null,
  currency: string,
): FeedChangeAnswer {
  const { number, kind, state, listingId, line, identity, facts, reason } = change;
  const before = change.shownBefore ?? shown;
  return {
    number,
    kind,
    state,
    productId: listingId,
    line,
    reason,
    name: (facts ?? before)?.name ?? "",
    identity: isKnownByFacts(identity) || isEdit(identity) ? null : statedPart(identity),
    price: facts && (factValue(facts, "resalePriceMinor", currency) as number | null),
    mileage: facts && facts.mileage,
    mileageUnit: facts && facts.mileageUnit,
    differences: facts && kind !== "added" && before ? differencesOf(change, before, currency) : [],
  };
}

function differencesOf(
  { facts, fields, differs }: FeedChange,
  before: FeedFacts,
  currency: string,
): FeedChangeAnswer["differences"] {
  return differingFields(before, facts!).flatMap((field) => {
    const name = factNameOf(field);
    if (!name || !(fields.includes(field) || differs.includes(field))) return [];
    const [was, is] = [before, facts!].map((some) => factValue(some, field, currency));
    return { field: name, before: was!, after: is!, isKept: !fields.includes(field) };
  });
}
