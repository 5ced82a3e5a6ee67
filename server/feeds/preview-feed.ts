import { tmpdir } from "node:os";
import { AppError } from "#shared/errors/app-error.ts";
import { feedColumnMap, feedFactNames, type FeedColumnMap } from "#shared/feeds/feed-contract.ts";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import {
  createValueCounter,
  feedColumns,
  ImportError,
  inspectFeed,
  mapHeaders,
  sampleColumns,
  type FeedOptions,
} from "#server/imports/public.ts";
import { refuseUploadIfDiskFull } from "#server/platform/free-disk.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { factValue, fieldOf } from "./feed-fact-names.ts";
import type { FeedFacts } from "./feed-facts.ts";
import { loadOptions, readOptions, withUnstated, type StoredOptions } from "./feed-options.ts";
import type { PlanColumn } from "./feed-table.ts";
import { ownFeed } from "./own-feeds.ts";
import { readNewestColumns } from "./plan-store.ts";
import { presentValues, shownColumns } from "./present-values.ts";
import { readCars } from "./read-cars.ts";
import { forSellers, readUploaded } from "./uploaded-file.ts";

/**
 * `columns` is what headers mean, as JSON, or so many bytes at the beginning of the body are; without both, the feed's own
 * meanings count.
 */
type Preview = {
  id: string;
  file: string;
  columns?: string | undefined;
  columnsBytes?: number | undefined;
  body: unknown;
};

/** Rows that a preview shows. */
const shownRows = 5;
/** Rows that a preview reads, and those that show how numbers are written. It takes its turn among all files. */
const mostRows = 1_000;
const mostInspected = 10_000;

/**
 * Shows how a file, or its beginning, would be read with a feed's options and other columns. Nothing is written.
 * @throws AppError not_found, too_large, or invalid_input if the file has no known header
 */
export async function previewFeed(
  { db, config, secrets }: Pick<Deps, "db" | "config" | "secrets">,
  viewer: Viewer,
  { id, file, columns, columnsBytes = 0, body }: Preview,
): Promise<FeedPreview> {
  const feed = await ownFeed(db, viewer, id);
  const seller = await findOwnAccount(db, viewer.accountId);
  if (!seller) throw new AppError("token_invalid");
  await refuseUploadIfDiskFull(config, tmpdir());
  const stated = columns === undefined ? null : mappedOptions(feed.options, columns);
  const planned = await readNewestColumns(db, feed.id);
  const upload = { body, name: file, leadingBytes: columnsBytes, uploader: seller.id };
  return readUploaded(upload, async (stored, leading) => {
    const leadingOptions = columnsBytes > 0 ? mappedOptions(feed.options, leading) : stated;
    const options = leadingOptions ?? loadOptions(feed.options);
    const sample = await sampleColumns(stored, options);
    const reading = {
      ...{ options, seller, shopCurrency: config.CURRENCY, now: new Date(), mostRows },
      digest: secrets.digest,
      planned,
    };
    const { problem, ...read } = await readRows(stored, file, options, reading);
    return {
      columns: sample.columns.slice(0, shownColumns),
      fields: [...feedColumns],
      missing: sample.missing,
      problem: sample.missing.length > 0 ? null : problem,
      ...read,
    };
  });
}

/**
 * Shows what the feed's newest plan could not read, and what it means by now, without its file. The rows are not kept, so
 * none is read.
 */
export async function previewPlan(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  id: string,
): Promise<FeedPreview> {
  const feed = await ownFeed(db, viewer, id);
  const planned = await readNewestColumns(db, feed.id);
  const { headerMap, symbols } = loadOptions(feed.options);
  const headers = planned.map(({ header }) => header);
  const columns = mapHeaders(headers, headerMap, symbols);
  const fields = new Map(columns.map(({ index, field }) => [index, field]));
  return {
    columns: planned.slice(0, shownColumns).map(({ header, values }, index) => ({
      ...{ header, values, field: fields.get(index) ?? null },
    })),
    ...{ fields: [...feedColumns], missing: [], problem: null, read: 0, refused: 0, rows: [] },
    values: presentValues(createValueCounter(columns).columns(), planned).flatMap((column) => {
      const unread = column.values.filter((value) => value.planned);
      return unread.length > 0 ? [{ ...column, values: unread }] : [];
    }),
  };
}

/** A feed's options with other columns, from JSON. @throws AppError invalid_input */
function mappedOptions(before: StoredOptions, columns: string): FeedOptions {
  const { headers: _, ...others } = before;
  const mapped = readOptions({ columns: readColumns(columns) });
  return loadOptions({ ...others, ...withUnstated(before, mapped) });
}

/** What headers mean, as JSON. @throws AppError invalid_input */
function readColumns(json: string): FeedColumnMap {
  const message = 'columns must be JSON such as {"Precio":"price"}.';
  const refused = new AppError("invalid_input", { message, fields: { columns: message } });
  let stated: unknown;
  try {
    stated = JSON.parse(json);
  } catch {
    throw refused;
  }
  const read = feedColumnMap.safeParse(stated);
  if (read.success) return read.data;
  throw refused;
}

type Reading = Parameters<typeof readCars>[1] & { planned: readonly PlanColumn[] };
type ReadRows = Pick<FeedPreview, "problem" | "read" | "refused" | "rows" | "values">;

async function readRows(
  stored: string,
  name: string,
  options: FeedOptions,
  { planned, ...reading }: Reading,
): Promise<ReadRows> {
  try {
    const feed = await inspectFeed(stored, options, name, mostInspected);
    const counter = createValueCounter(feed.columns);
    const onRow = counter.add;
    const { rows, refused, cars, refusals } = await readCars(feed, { ...reading, onRow });
    const shown = [
      ...cars.slice(0, shownRows).map(({ line, facts }) => ({
        ...{ line, name: facts.name, faults: [] },
        facts: factsOf(facts, reading.shopCurrency),
      })),
      ...refusals.slice(0, shownRows).map(({ line, faults }) => ({
        ...{ line, name: null, facts: [], faults },
      })),
    ];
    const first = shown.toSorted((a, b) => a.line - b.line).slice(0, shownRows);
    const values = presentValues(counter.columns(), planned);
    return { problem: null, read: rows, refused, rows: first, values };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { problem: forSellers(error.message, name), read: 0, refused: 0, rows: [] };
  }
}

function factsOf(facts: FeedFacts, currency: string): FeedPreview["rows"][number]["facts"] {
  return feedFactNames.flatMap((field) => {
    const value = field === "name" ? null : factValue(facts, fieldOf(field), currency);
    return value === null || value === "" ? [] : { field, value };
  });
}
