import { AppError } from "#shared/errors/app-error.ts";
import { feedFactNames, feedOptions, type FeedOptionsBody } from "#shared/feeds/feed-contract.ts";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import {
  feedColumns,
  ImportError,
  inspectFeed,
  sampleColumns,
  type FeedOptions,
} from "#server/imports/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { factValue, fieldOf } from "./feed-fact-names.ts";
import type { FeedFacts } from "./feed-facts.ts";
import { loadOptions, readOptions, withHiddenOptions } from "./feed-options.ts";
import { ownFeed } from "./own-feeds.ts";
import { readCars } from "./read-cars.ts";
import { forSellers, readUploaded } from "./uploaded-file.ts";

/** `columns` is what headers mean, as JSON; without it, the feed's own. */
type Preview = { id: string; file: string; columns?: string | undefined; body: unknown };

/** Rows that a preview shows. */
const shownRows = 5;
/** Rows that a preview reads, and those that show how numbers are written. It takes its turn among all files. */
const mostRows = 1_000;
const mostInspected = 10_000;
const shownColumns = 200;

/**
 * Shows how a file, or its beginning, would be read with a feed's options and other columns. Nothing is written.
 * @throws AppError not_found, too_large, or invalid_input if the file has no known header
 */
export async function previewFeed(
  { db, config, secrets }: Pick<Deps, "db" | "config" | "secrets">,
  viewer: Viewer,
  { id, file, columns, body }: Preview,
): Promise<FeedPreview> {
  const feed = await ownFeed(db, viewer, id);
  const seller = await findOwnAccount(db, viewer.accountId);
  if (!seller) throw new AppError("token_invalid");
  const mapped = columns === undefined ? null : readOptions({ columns: readColumns(columns) });
  const { headers: _, ...others } = feed.options;
  const options = loadOptions(
    mapped ? { ...others, ...withHiddenOptions(feed.options, mapped) } : feed.options,
  );
  const upload = { body, name: file };
  return readUploaded(upload, async (stored) => {
    const sample = await sampleColumns(stored, options);
    const reading = {
      ...{ options, seller, shopCurrency: config.CURRENCY, now: new Date(), mostRows },
      digest: secrets.digest,
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

/** What headers mean, from the query. @throws AppError invalid_input */
function readColumns(json: string): NonNullable<FeedOptionsBody["columns"]> {
  const message = 'columns must be JSON such as {"Precio":"price"}.';
  const refused = new AppError("invalid_input", { message, fields: { columns: message } });
  try {
    const read = feedOptions.shape.columns.safeParse(JSON.parse(json));
    if (read.success && read.data) return read.data;
  } catch {
    throw refused;
  }
  throw refused;
}

type Reading = Parameters<typeof readCars>[1];
type ReadRows = Pick<FeedPreview, "problem" | "read" | "refused" | "rows">;

async function readRows(
  stored: string,
  name: string,
  options: FeedOptions,
  reading: Reading,
): Promise<ReadRows> {
  try {
    const feed = await inspectFeed(stored, options, name, mostInspected);
    const { rows, refused, cars, refusals } = await readCars(feed, reading);
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
    return { problem: null, read: rows, refused, rows: first };
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
