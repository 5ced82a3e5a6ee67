import { formatMoney } from "#shared/money/money.ts";
import { factNameOf } from "../feed-fact-names.ts";
import { factOf, isDetail, type FeedField, type KeptReason } from "../feed-facts.ts";
import type { ReadFeed } from "./make-plan.ts";
import type { PlanOutline } from "./plan-outline-store.ts";
import type { KeptChange, PlannedChange, SyncPlan } from "./plan-sync.ts";
import type { RepeatedRow } from "../match/repeated-rows.ts";
import type { ReviewReason } from "./review-plan.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

const shownCars = 10;

/** Lines for the operator: what a sync changes. The numbers before the semicolon add up to the rows. */
export function describePlan(
  plan: SyncPlan,
  { source, rows, refused }: Pick<ReadFeed, "source" | "rows" | "refused">,
  currency: string,
): string[] {
  const of = (kind: PlannedChange["kind"]) => plan.changes.filter((change) => change.kind === kind);
  const added = of("added");
  const changed = of("changed");
  const relisted = of("relisted");
  const retired = of("retired");
  const keptOf = (change: KeptChange["change"]) =>
    plan.keptChanges.filter((keptChange) => keptChange.change === change).length;
  const inOther = plan.keptChanges.filter(({ feed }) => feed !== undefined).length;
  const elsewhere = inOther > 0 ? ` + ${inOther} in other feeds` : "";
  const unchanged = plan.unchanged + keptOf("changed") + keptOf("new") - inOther;
  const lines = [
    `${source}: ${rows} rows read = ${added.length} new + ${changed.length} changed + ${relisted.length} back + ${unchanged} unchanged${elsewhere} + ${plan.repeatedRows} repeated + ${refused} refused; ${retired.length} gone`,
    ...some("new", added, (change) => carOf(change)),
    ...some("changed", changed, (change) => changeOf(change, currency)),
    ...onlyDetailsOf(changed),
    ...some("back", relisted, (change) => changeOf(change, currency)),
    ...some("gone", retired, (change) => carOf(change)),
    ...some(
      "kept",
      plan.keptChanges,
      ({ name, change, hold, feed }) =>
        `${name} (${change} in the file): ${feed === undefined ? reasons[hold] : `the feed ${feed} has it`}`,
    ),
    ...some(
      "repeated",
      plan.repeated,
      (repeat) => describeRepeat(repeat, currency),
      plan.repeatedRows,
    ),
  ];
  if (plan.keepsGone === "empty") lines.push("  No car was read, so none is retired.");
  if (plan.keepsGone === "incomplete")
    lines.push("  The end of the file seems to be missing, so no car is retired.");
  return lines;
}

/** A line about cars that change only in details, as all do when a feed's details are read for the first time. */
function onlyDetailsOf(changed: readonly PlannedChange[]): string[] {
  const cars = changed.filter(
    (change) => "fields" in change && change.fields.length > 0 && change.fields.every(isDetail),
  ).length;
  return cars > 0 ? [`  of the changed: ${cars} only in details such as power and doors`] : [];
}

/** Lines for the operator about a file that is the same as the one of the last plan. */
export function describeSame({
  source,
  rows,
  refused,
  repeatedRows,
}: Pick<PlanOutline, "source" | "rows" | "refused" | "repeatedRows">): string[] {
  const unchanged = rows - refused - repeatedRows;
  return [
    `${source}: ${rows} rows read = 0 new + 0 changed + 0 back + ${unchanged} unchanged + ${repeatedRows} repeated + ${refused} refused; 0 gone`,
    "  The file is the same as last time.",
  ];
}

function describeRepeat(
  { line, firstLine, fields, values }: RepeatedRow,
  currency: string,
): string {
  const differences = fields.flatMap((field) => {
    if (factNameOf(field) === null) return [];
    if (!values) return wordOf(field);
    const [first, again] = [values.first, values.again].map((facts) =>
      valueOf(field, facts, currency),
    );
    return `${wordOf(field)} ${first} → ${again}`;
  });
  const what = differences.length > 0 ? `, but differs in ${differences.join(", ")}` : "";
  return `line ${line} repeats line ${firstLine}${what}`;
}

/** Why a plan waits for a person. */
export function describeReview({ reason, cars, of }: ReviewReason): string {
  return reason === "many_retired"
    ? `${cars} of ${of} cars would be taken off sale.`
    : `The prices of ${cars} of ${of} cars would change by more than 30%.`;
}

const reasons: Record<KeptReason, string> = {
  booked: "it is reserved or sold",
  withdrawn: "it was deleted or taken off sale in the shop",
  removed: "it was removed by an admin",
  refused: "its row was refused",
  vin_taken: "another listing with its VIN is for sale",
  other_feed: "another feed has it",
  make_not_sold: "the shop no longer sells its brand",
};

function some<Item>(
  title: string,
  items: readonly Item[],
  lineOf: (item: Item) => string,
  all = items.length,
) {
  const lines = items.slice(0, shownCars).map((item) => `  ${title}: ${lineOf(item)}`);
  return items.length > shownCars ? [...lines, `  ${title}: ${all - shownCars} more`] : lines;
}

function carOf(change: PlannedChange): string {
  const name = ("facts" in change ? change.facts : change.shown).name ?? "";
  return change.line === null ? name : `${name}, line ${change.line}`;
}

function changeOf(change: PlannedChange, currency: string): string {
  if (change.kind !== "changed" && change.kind !== "relisted") return carOf(change);
  const { fields, differs, shown, facts } = change;
  const differences = fields.map(
    (field) =>
      `${wordOf(field)} ${valueOf(field, shown, currency)} → ${valueOf(field, facts, currency)}`,
  );
  if (differs.length > 0)
    differences.push(`${differs.map(wordOf).join(", ")} stays as changed in the shop`);
  return [carOf(change), ...differences].join("; ");
}

const wordOf = (field: FeedField) =>
  field === "resalePriceMinor"
    ? "price"
    : field === "colour"
      ? "color"
      : field.replace(/Minor$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function valueOf(field: FeedField, facts: Partial<FeedFacts>, currency: string): string {
  const value = factOf(facts, field);
  if (value === null || value === "") return "none";
  if (typeof value === "number" && field.endsWith("Minor"))
    return formatMoney(
      value,
      field === "sourcePriceMinor" ? (facts.sourceCurrency ?? currency) : currency,
    );
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
