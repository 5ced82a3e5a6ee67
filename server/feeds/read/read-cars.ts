import {
  countReason,
  countUnread,
  createIdentityReader,
  createValueCounter,
  emptySummary,
  findSharedPlates,
  rateOf,
  readFeed,
  readLimits,
  toListing,
  whyNotPriced,
  type CarNumbers,
  type CountedColumn,
  type Feed,
  type FeedOptions,
  type ReadRow,
  type Remark,
  type SourceFacts,
} from "#server/imports/public-reading.ts";
import type { RowReasons } from "#server/imports/public.ts";
import { detailNames, type DetailName } from "#shared/listings/car-details.ts";
import { toStorable } from "#shared/text/text.ts";
import { createCellCutter, cutFaults } from "./cut-cells.ts";
import { inferredFields, type CarRow, type InferredField } from "../feed-facts.ts";
import { storeOptions } from "../feed-options.ts";
import type { Refusal } from "../plan/plan-store.ts";
import { namedListing, statedIdentities } from "../match/identify-cars.ts";
import type { PlanColumn } from "../feed-table.ts";
import type { ReadFeed } from "../plan/make-plan.ts";
import type { RefusedRow } from "../plan/plan-sync.ts";

/** Refused rows that a plan keeps. */
const mostRefusals = 2_000;
/** Values of a column that could not be read and that a plan keeps. */
const mostUnread = 200;
/** Rows that show what the columns contain. */
const sampleRows = 3;
const longestSample = 100;

export type CarReading = {
  options: FeedOptions;
  sellerLocation: string;
  shopCurrency: string;
  now: Date;
  /** Stops after so many rows. */
  mostRows?: number;
  /** Whether a row that was corrected lacked cells in the file. */
  wasShort?: (line: number) => boolean;
  onRow?: (cells: readonly string[], read: ReadRow) => void;
};

/** A car as its file states it, before it belongs to a seller. */
export type StatedCar = CarRow & { numbers?: CarNumbers };
/** A row that is no car. A plan keeps the cells of the first ones. */
export type RefusedLine = {
  row: RefusedRow;
  faults: readonly Remark[];
  cells: readonly string[];
  refusal: Refusal | null;
};
/** What is known after the last row. */
export type CarTotals = Omit<ReadFeed, "cars" | "refusedRows" | "refusals"> & {
  reasons: RowReasons;
};
/** A part of what is read of a file. The totals are the last one. */
export type CarPart = { car: StatedCar } | { refused: RefusedLine } | { totals: CarTotals };

/** Reads a feed's file into the cars that a plan compares with the shop. Nothing is written. */
export async function* readCars(
  feed: Feed,
  { options, sellerLocation, shopCurrency, now, mostRows = Infinity, wasShort, onRow }: CarReading,
): AsyncGenerator<CarPart> {
  const keptCells = createCellCutter();
  const reasons = emptySummary();
  const { leftOut } = reasons;
  countUnread(leftOut, feed);
  const rate = rateOf(feed, { shopCurrency, options });
  const origin = {
    sourceFile: feed.name,
    location: options.location,
    sellerLocation,
    shopCurrency,
    rate,
    sharedPlates: await findSharedPlates(feed, mostRows),
  };
  const readIdentity = createIdentityReader(feed);
  const hasReference = feed.columns.some(({ field }) => field === "reference");
  const unstated = unstatedDetails(feed);
  const unread = createValueCounter(feed.columns, { onlyUnread: true });
  const first: string[][] = [];
  let rows = 0;
  let isComplete = true;
  const records = readFeed(feed, options, now, shopCurrency);
  for await (const { line, cells, read, isUnended } of records) {
    if (rows === mostRows) break;
    rows += 1;
    onRow?.(cells, read);
    unread.add(cells, read);
    isComplete = !wasShort?.(line);
    if (first.length < sampleRows) first.push(cells);
    const listing = "car" in read ? toListing(read, origin, line) : null;
    if ("car" in read && listing) {
      for (const remarks of [read.leftOut, read.sourceLeftOut])
        for (const { column, reason } of remarks) countReason(leftOut, column, reason);
      const reference = hasReference ? readIdentity(cells).reference : null;
      const car = carRow(line, listing, read.source, reference);
      if (unstated.length > 0) car.unstated = unstated;
      if (namedListing(car.identities[0]) !== null) car.inferred = inferredIn(feed, cells);
      yield { car };
      continue;
    }
    const { kind, faults } =
      "faults" in read
        ? read
        : {
            kind: "faults" as const,
            faults: [whyNotPriced(read, origin)],
          };
    const seen = "car" in read ? read.car : read.seen;
    const row = {
      line,
      identities: statedIdentities(readIdentity(cells)),
      isFaulty: kind === "faults",
      isSold: kind === "notForSale",
      ...(kind === "faults" && seen && { seen }),
    };
    if (kind !== "faults") reasons[kind] += 1;
    for (const { column, reason } of faults) countReason(reasons.refusals, column, reason);
    const isKept = reasons.quarantined < mostRefusals;
    reasons.quarantined += 1;
    const refusal = isKept
      ? { line, kind, faults: cutFaults(faults), cells: keptCells(cells) }
      : null;
    yield { refused: { row, faults, cells, refusal } };
    const isFooter = !isUnended && cells.filter((cell) => cell.trim() !== "").length === 1;
    isComplete &&= isFooter || !isCutOff(faults, cells, feed.headers.length);
  }
  const columns = columnsOf(feed, first, unread.columns());
  const stored = { source: feed.name, options: storeOptions(options), columns };
  const refused = reasons.quarantined;
  yield { totals: { ...stored, rows, refused, leftOut, isComplete, reasons } };
}

type Listing = NonNullable<ReturnType<typeof toListing>>;

/** What a row says of its car. Field by field, because spreading an object into each of tens of thousands takes long. */
function carRow(
  line: number,
  listing: Listing,
  source: SourceFacts,
  reference: string | null,
): StatedCar {
  const { facts, fingerprint } = listing;
  if (source.imageUrls.length > 0) facts.imageUrls = source.imageUrls;
  const identities = identitiesOf(source, facts.vin, reference);
  const car: StatedCar = { line, identities, fingerprint, facts };
  if (listing.numbers) car.numbers = listing.numbers;
  return car;
}

const none: readonly string[] = [];

function identitiesOf(source: SourceFacts, vin: string | null, reference: string | null) {
  const { stockNumber, advertId, registration } = source;
  const isStated = stockNumber ?? advertId ?? registration ?? vin ?? reference;
  if (isStated === null) return none;
  return statedIdentities({ stockNumber, advertId, registration, vin, reference });
}

/** The facts that the importer infers because a row's cells leave them open. */
function inferredIn({ columns }: Feed, cells: readonly string[]): InferredField[] {
  return inferredFields.filter((field) =>
    columns.every((column) => column.field !== field || (cells[column.index] ?? "").trim() === ""),
  );
}

/** The details that no column of a file states. */
function unstatedDetails({ columns }: Feed): DetailName[] {
  const stated = new Set(columns.map(({ field }) => (field === "power" ? "powerKw" : field)));
  return detailNames.filter((name) => !(stated as ReadonlySet<string>).has(name));
}

function columnsOf(
  feed: Feed,
  first: readonly string[][],
  counted: readonly CountedColumn[],
): PlanColumn[] {
  const fields = new Map(feed.columns.map(({ index, field }) => [index, field]));
  const share = readLimits.unreadText / counted.length;
  const unread = new Map(counted.map((column) => [column.index, unreadOf(column, share)]));
  return feed.headers.map((header, index) => ({
    header: toStorable(header),
    field: fields.get(index) ?? null,
    // Cut first: a cut can halve a character.
    values: first.map((cells) => toStorable((cells[index] ?? "").slice(0, longestSample))),
    ...unread.get(index),
  }));
}

/** The values that a plan keeps of a column: the most frequent ones, of so many characters at most. */
function unreadOf({ values }: CountedColumn, mostCharacters: number): Pick<PlanColumn, "unread"> {
  const unread = values
    .filter((value) => value.unread > 0)
    .map(({ value, unread: rows, reason }) => ({
      value,
      rows,
      reason: reason === null ? null : toStorable(reason),
    }))
    .toSorted((a, b) => b.rows - a.rows);
  if (unread.length === 0) return {};
  let characters = 0;
  const beyond = unread.findIndex(({ value, reason }, at) => {
    characters += value.length + (reason?.length ?? 0);
    return at >= mostUnread || characters > mostCharacters;
  });
  const nearest = beyond < 0 ? unread : unread.slice(0, beyond);
  return { unread: { values: nearest, more: unread.length - nearest.length } };
}

/** Whether a row, if it is the last one and no footer ("Total: 120"), shows that the end of the file is missing. */
function isCutOff(faults: readonly Remark[], cells: readonly string[], width: number): boolean {
  const isWhole = faults[0]?.column !== "" || cells.every((cell) => cell.trim() === "");
  return !isWhole || cells.length < width;
}
