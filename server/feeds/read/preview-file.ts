import { feedFactNames } from "#shared/feeds/feed-contract.ts";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import {
  createValueCounter,
  feedColumns,
  ImportError,
  inspectFeed,
  mapHeaders,
  sampleColumns,
  type FeedOptions,
  type FeedFacts,
} from "#server/imports/public-reading.ts";
import { factValue, fieldOf } from "../feed-fact-names.ts";
import type { PlanColumn } from "../feed-table.ts";
import { presentValues, shownColumns } from "../plan/present-values.ts";
import { readCars, type CarReading, type RefusedLine, type StatedCar } from "./read-cars.ts";

/** Rows that a preview shows. */
const shownRows = 5;
/** Rows that a preview reads, and those that show how numbers are written. It takes its turn among all files. */
const mostRows = 1_000;
const mostInspected = 10_000;

/** What is previewed: a file, what its feed is called, and the columns of the feed's newest plan. */
export type PreviewedFile = Omit<CarReading, "mostRows" | "wasShort" | "onRow"> & {
  file: string;
  name: string;
  planned: readonly PlanColumn[];
};

/**
 * How a file, or its beginning, is read.
 * @throws ImportError if the file has no known header
 */
export async function previewFile({
  file,
  name,
  planned,
  ...reading
}: PreviewedFile): Promise<FeedPreview> {
  const sample = await sampleColumns(file, reading.options);
  const { problem, ...read } = await readRows({ file, name, planned, ...reading });
  return {
    columns: sample.columns.slice(0, shownColumns),
    fields: [...feedColumns],
    missing: sample.missing,
    problem: sample.missing.length > 0 ? null : problem,
    ...read,
  };
}

type ReadRows = Pick<FeedPreview, "problem" | "read" | "refused" | "rows" | "values">;

async function readRows({ file, name, planned, ...reading }: PreviewedFile): Promise<ReadRows> {
  try {
    const feed = await inspectFeed(file, reading.options, name, mostInspected);
    const counter = createValueCounter(feed.columns);
    const cars: StatedCar[] = [];
    const refusals: RefusedLine[] = [];
    const read = { rows: 0, refused: 0 };
    for await (const part of readCars(feed, { ...reading, mostRows, onRow: counter.add })) {
      if ("totals" in part) Object.assign(read, part.totals);
      else if ("car" in part) cars.push(part.car);
      else refusals.push(part.refused);
    }
    const shown = [
      ...cars.slice(0, shownRows).map(({ line, facts }) => ({
        line,
        name: facts.name,
        faults: [],
        facts: factsOf(facts, reading.shopCurrency),
      })),
      ...refusals.slice(0, shownRows).map(({ row: { line }, faults }) => ({
        line,
        name: null,
        facts: [],
        faults: [...faults],
      })),
    ];
    const first = shown.toSorted((a, b) => a.line - b.line).slice(0, shownRows);
    const values = presentValues(counter.columns(), planned);
    return { problem: null, read: read.rows, refused: read.refused, rows: first, values };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { problem: error.message, read: 0, refused: 0, rows: [] };
  }
}

function factsOf(facts: FeedFacts, currency: string): FeedPreview["rows"][number]["facts"] {
  return feedFactNames.flatMap((field) => {
    const value = field === "name" ? null : factValue(facts, fieldOf(field), currency);
    return value === null || value === "" ? [] : { field, value };
  });
}

/** What a plan could not read, and what it means by now. Its rows are not kept, so none is read. */
export function previewColumns({
  planned,
  options: { headerMap, symbols },
}: {
  planned: readonly PlanColumn[];
  options: FeedOptions;
}): FeedPreview {
  const headers = planned.map(({ header }) => header);
  const columns = mapHeaders(headers, headerMap, symbols);
  const fields = new Map(columns.map(({ index, field }) => [index, field]));
  return {
    columns: planned.slice(0, shownColumns).map(({ header, values }, index) => ({
      header,
      values,
      field: fields.get(index) ?? null,
    })),
    fields: [...feedColumns],
    missing: [],
    problem: null,
    read: 0,
    refused: 0,
    rows: [],
    values: presentValues(createValueCounter(columns).columns(), planned).flatMap((column) => {
      const unread = column.values.filter((value) => value.planned);
      return unread.length > 0 ? [{ ...column, values: unread }] : [];
    }),
  };
}
