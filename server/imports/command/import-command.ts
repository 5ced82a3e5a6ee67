import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readAuthSecret } from "#server/identity/public.ts";
import { ConfigError, loadConfig, type Config } from "#server/platform/config/config.ts";
import { connectDatabase, type Database } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { createSecrets, type Secrets } from "#server/platform/secrets.ts";
import { explainSummary } from "./describe-feed.ts";
import { ImportError } from "../import-error.ts";
import { emptySummary, type FeedSummary } from "../feed-summary.ts";
import { importFeed } from "./import-feed.ts";
import { findSeller, recordImport, type Seller } from "./import-store.ts";
import { writeDuplicates, type Repeat } from "./list-duplicates.ts";
import { countBatches, writeBatches } from "./listing-writer.ts";
import { createProgress } from "./progress.ts";
import { readCommand, usage, type ImportCommand } from "./read-command.ts";
import {
  compareRepeatsOf,
  describeFile,
  explainFile,
  inspectFile,
  rateOfFile,
  readLinesOf,
  unpackFiles,
  type InspectedFeed,
} from "../reader-process/ask-reader.ts";
import { limitsForOperator } from "../reader-process/reader-limits.ts";
import { startReader, type Reader } from "../reader-process/start-reader.ts";
import { withFeedFolder } from "../reader-process/feed-folder.ts";
import { createReportFile, freePathFor } from "./report-file.ts";

/**
 * `import`: loads listings from feeds. Returns the exit code: 0 done, 1 not possible, 2 wrong
 * command, 3 no row could be imported, 130 stopped.
 */
export async function runImport(argv: string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    console.log(usage);
    return 0;
  }
  return runOperatorCommand((cwd) => readCommand(argv, cwd), runCommand);
}

/** Runs a command of the operator with the database. Errors that the operator can fix are printed without a stack. */
export async function runOperatorCommand<Command>(
  read: (cwd: string) => Command,
  run: (db: Database, config: Config, command: Command) => Promise<number>,
): Promise<number> {
  try {
    const config = loadConfig(process.env);
    // npm runs in the repository's root; the operator's paths are relative to their own working directory.
    const command = read(process.env.INIT_CWD ?? process.cwd());
    return await withDatabase(config, (db) => run(db, config, command));
  } catch (error) {
    if (error instanceof ConfigError || !(error instanceof ImportError || isOperatorError(error)))
      throw error;
    console.error(error.message);
    return error instanceof ImportError ? error.exitCode : 1;
  }
}

// A folder that cannot be written or a database that cannot be reached: the message is enough.
function isOperatorError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    error.name === "EmbeddedPostgresError" ||
    [
      "EACCES",
      "ENOENT",
      "EEXIST",
      "EROFS",
      "ENOSPC",
      "EISDIR",
      "ECONNREFUSED",
      "ENOTFOUND",
    ].includes(code)
  );
}

async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await openDatabase(config, (line) => console.error(line));
  try {
    await migrate(server.directUrl);
    const { db, pool } = connectDatabase(server.directUrl, 2);
    try {
      return await work(db);
    } finally {
      await pool.end();
    }
  } finally {
    await server.close();
  }
}

async function runCommand(db: Database, config: Config, command: ImportCommand): Promise<number> {
  const seller = await requireSeller(db, command.seller);
  return withFeedFolder(config.DATA_DIR, async (folder) => {
    const reader = startReader(limitsForOperator(config));
    try {
      return await importFiles(db, config, command, { seller, reader, folder });
    } finally {
      await reader.end();
    }
  });
}

async function importFiles(
  db: Database,
  config: Config,
  command: ImportCommand,
  { seller, reader, folder }: { seller: Seller; reader: Reader; folder: string },
): Promise<number> {
  const files = await unpackFiles(reader, command.files, folder);
  if (command.report && files.length > 1)
    throw new ImportError("--report works with one feed only: feeds have different columns.", 2);
  // All are inspected before the first one is written, so that an error leaves nothing half done.
  const feeds: PricedFeed[] = [];
  for (const file of files) {
    const feed = await inspectFile(reader, file, command.options);
    const rate = await rateOfFile(reader, feed, config.CURRENCY);
    feeds.push({ ...feed, rate });
  }
  const summaries: FeedSummary[] = [];
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    const write = command.dryRun ? countBatches(db) : writeBatches(db);
    for (const feed of feeds) {
      if (stop.signal.aborted) break;
      const run = { seller, reader, config, command, write, signal: stop.signal };
      summaries.push(await recordRun(db, run, () => runFeed(feed, run)));
    }
    if (feeds.length > 1)
      for (const line of explainSummary("all feeds", total(summaries), command.dryRun).slice(0, 1))
        console.log(line);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
  if (!stop.signal.aborted) return isFruitless(total(summaries)) ? 3 : 0;
  console.error(
    "Stopped. Rows imported so far are kept. Run the same command again to finish the import.",
  );
  return 130;
}

// Rows that were imported before count as a success: a nightly run of an unchanged feed is one.
function isFruitless({ rows, imported, duplicates }: FeedSummary): boolean {
  return rows > 0 && imported + duplicates === 0;
}

/** @throws ImportError if no seller has this email */
export async function requireSeller(db: Database, email: string): Promise<Seller> {
  const seller = await findSeller(db, email);
  if (!seller) throw new ImportError(`There is no account with the email ${email}.`);
  if (seller.role !== "Seller")
    throw new ImportError(
      `${email} is ${seller.role === "admin" ? "an admin" : "a buyer"}, not a seller.`,
    );
  return seller;
}

type RowCounts = Pick<FeedSummary, "rows" | "imported" | "duplicates" | "quarantined">;

type PricedFeed = InspectedFeed & { rate: string | null };

type Run = Pick<Parameters<typeof importFeed>[1], "seller" | "write" | "signal"> & {
  reader: Reader;
  config: Config;
  command: ImportCommand;
};

/** Records how an import ended, for metrics and admins. A dry run is not recorded. */
async function recordRun(
  db: Database,
  { command, signal }: Run,
  run: () => Promise<FeedSummary>,
): Promise<FeedSummary> {
  if (command.dryRun) return run();
  const startedAt = new Date();
  const record = (outcome: "done" | "stopped" | "failed", summary: RowCounts) => {
    const { rows, imported, duplicates, quarantined } = summary;
    return recordImport(db, { startedAt, outcome, rows, imported, duplicates, quarantined });
  };
  try {
    const summary = await run();
    await record(signal.aborted ? "stopped" : "done", summary);
    return summary;
  } catch (error) {
    const nothing = { rows: 0, imported: 0, duplicates: 0, quarantined: 0 };
    // If the database is the reason, this fails, too.
    await record("failed", nothing).catch(() => undefined);
    throw error;
  }
}

async function runFeed(
  feed: PricedFeed,
  { seller, reader, config, command, write, signal }: Run,
): Promise<FeedSummary> {
  const { dryRun } = command;
  for (const line of await explainFile(reader, feed, dryRun)) console.log(line);
  const description = await describeFile(reader, feed);
  const folder = path.resolve(config.DATA_DIR, "imports");
  const reportPath =
    dryRun && !command.report
      ? null
      : (command.report ?? freePathFor(feed.name, "quarantined.csv", folder));
  const report = reportPath
    ? createReportFile(reportPath, feed.delimiter ?? ",", feed.headers)
    : null;
  const progress = createProgress(feed.name, feed.rows, process.stderr);
  const now = new Date();
  const repeats: Repeat[] = [];
  const reading = { shopCurrency: config.CURRENCY, sellerLocation: seller.location, now };
  const lines = readLinesOf(reader, feed, reading);
  const summary = await importFeed(
    { lines, unread: feed.unread },
    {
      seller,
      write,
      signal,
      digest: await readDigest(config, command),
      report: report ?? { add: async () => undefined },
      onProgress: (rows) => progress.update(rows),
      onRepeat: (repeat) => repeats.push(repeat),
    },
  );
  progress.end();
  for (const line of explainSummary(feed.name, summary, dryRun)) console.log(line);
  const written = await report?.close();
  if (written) console.log(`  quarantined rows, to correct and import again: ${shown(written)}`);
  if (dryRun) return summary;
  // A run that was stopped has ended its reader, and is run again.
  if (repeats.length > 0 && !signal.aborted) {
    const list = freePathFor(feed.name, "duplicates.csv", folder);
    await writeDuplicates(compareRepeatsOf(reader, feed, repeats), list);
    console.log(`  ${repeats.length} rows repeat others of the feed: ${shown(list)}`);
  }
  mkdirSync(folder, { recursive: true });
  const record = freePathFor(feed.name, "import.json", folder);
  const money = { shopCurrency: config.CURRENCY, rate: feed.rate };
  writeFileSync(
    record,
    `${JSON.stringify({ importedAt: now, seller: command.seller, ...description, ...money, ...summary }, null, 2)}\n`,
  );
  console.log(`  how it was read: ${shown(record)}`);
  return summary;
}

/** What hashes the keys of cars. A dry run records none, and must not create the shop's secret. */
export async function readDigest(
  config: Config,
  { dryRun }: { dryRun: boolean },
): Promise<Secrets["digest"]> {
  return createSecrets(dryRun ? "dry run" : await readAuthSecret(config)).digest;
}

function shown(file: string): string {
  return path.relative(process.cwd(), file) || file;
}

function total(summaries: readonly FeedSummary[]): FeedSummary {
  const sum = emptySummary();
  for (const summary of summaries) {
    sum.rows += summary.rows;
    sum.imported += summary.imported;
    sum.duplicates += summary.duplicates;
    sum.quarantined += summary.quarantined;
    sum.otherMake += summary.otherMake;
    sum.damaged += summary.damaged;
    sum.notForSale += summary.notForSale;
  }
  return sum;
}
