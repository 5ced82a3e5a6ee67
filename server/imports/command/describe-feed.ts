import type { Column } from "../feed-context.ts";
import type { FeedSummary } from "../feed-summary.ts";
import type { Feed } from "../inspect-feed.ts";
import { isReportColumn } from "../headers/map-headers.ts";

/** How a feed was read, for its record. With a listing's file and line, it traces every stored value back to its cell. */
export function describeFeed(feed: Feed) {
  return {
    file: feed.name,
    encoding: feed.encoding,
    delimiter: feed.delimiter,
    format: feed.format,
    currency: feed.evidence.currency,
    currencyFrom: feed.evidence.currencySource,
    columns: feed.columns.map((column) => ({
      header: column.header,
      field: column.field,
      ...statedUnits(column),
      decimalMark: decimalMarkOf(feed, column),
    })),
    columnsNotRead: feed.headers.filter(
      (header, index) =>
        !isReportColumn(header) && !feed.columns.some((column) => column.index === index),
    ),
  };
}

/** Lines for the operator: how the feed was read. */
export function explainFeed(feed: Feed, samples: readonly (readonly string[])[]): string[] {
  const description = describeFeed(feed);
  const lines = [
    `${feed.name}: ${feed.format}, prices in ${description.currency ?? "no known currency"} (from ${description.currencyFrom})`,
  ];
  for (const [position, column] of feed.columns.entries()) {
    const notes = Object.entries(description.columns[position] ?? {}).filter(
      ([key, value]) => value && key !== "header" && key !== "field",
    );
    const values = samples
      .map((cells) => JSON.stringify((cells[column.index] ?? "").trim()))
      .join(", ");
    lines.push(
      `  ${column.header.trim()} → ${column.field}${notes.length > 0 ? ` (${notes.map(([key, value]) => `${key} ${String(value)}`).join(", ")})` : ""}  ${values}`.trimEnd(),
    );
  }
  if (description.columnsNotRead.length > 0)
    lines.push(`  not read: ${description.columnsNotRead.join(", ")}`);
  return lines;
}

/** Lines for the operator: the totals of a feed. The three numbers add up to the rows read. */
export function explainSummary(name: string, summary: FeedSummary, dryRun: boolean): string[] {
  const { rows, imported, duplicates, quarantined } = summary;
  const lines = [
    `${name}: ${rows} rows read = ${imported} ${dryRun ? "would be imported" : "imported"} + ${duplicates} duplicates + ${quarantined} quarantined`,
  ];
  return [...lines, ...explainRefusals("quarantined", summary)];
}

/** Why rows were refused, and facts left out of the others. */
export type RowReasons = Pick<
  FeedSummary,
  "quarantined" | "otherMake" | "damaged" | "notForSale" | "refusals" | "leftOut"
>;

/** Lines for the operator: which rows were refused and why, with what would help, and what was left out of the others. */
export function explainRefusals(
  word: string,
  { quarantined, otherMake, damaged, notForSale, refusals, leftOut }: RowReasons,
): string[] {
  const correct = otherMake + damaged + notForSale;
  const kinds = `  of the ${word}: ${otherMake} of other makes + ${damaged} damaged + ${notForSale} not for sale + ${quarantined - correct} to correct`;
  return [...(correct > 0 ? [kinds] : []), ...topOf(word, refusals), ...topOf("left out", leftOut)];
}

const shownReasons = 8;

function topOf(title: string, counts: Record<string, number>): string[] {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const lines = sorted
    .slice(0, shownReasons)
    .map(([reason, times]) => `  ${title}: ${times} × ${reason}`);
  return sorted.length > shownReasons
    ? [...lines, `  ${title}: ${sorted.length - shownReasons} more kinds`]
    : lines;
}

function statedUnits({ distanceUnit, engineUnit, economyUnit, currencies }: Column) {
  const unit = distanceUnit ?? engineUnit ?? economyUnit ?? currencies?.join(" or ");
  return unit ? { unit } : {};
}

function decimalMarkOf({ evidence }: Feed, { index, field }: Column) {
  const measured = ["price", "mileage", "tax", "fuelEconomy"].includes(field);
  return measured ? (evidence.marks.get(index) ?? "not certain") : undefined;
}
