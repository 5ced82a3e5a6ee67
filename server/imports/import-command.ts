import { writeFileSync } from "node:fs";
import path from "node:path";
import { ConfigError, loadConfig, type Config } from "#server/platform/config/config.ts";
import { connectDatabase, type Database } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { describeFeed, explainFeed, explainSummary } from "./describe-feed.ts";
import { ImportError } from "./import-error.ts";
import { importFeed, rateOf, type FeedSummary } from "./import-feed.ts";
import { findSeller, type Seller } from "./import-store.ts";
import { inspectFeed, type Feed } from "./inspect-feed.ts";
import { countBatches, writeBatches } from "./listing-writer.ts";
import { createProgress } from "./progress.ts";
import { readCommand, usage, type ImportCommand } from "./read-command.ts";
import { createReportFile, freePathFor } from "./report-file.ts";

/** `import`: loads listings from CSV feeds. Returns the exit code: 0 done, 1 not possible, 2 wrong command, 130 stopped. */
export async function runImport(argv: string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    console.log(usage);
    return 0;
  }
  try {
    const config = loadConfig(process.env);
    // npm runs in the repository's root; the operator's paths are relative to their own working directory.
    const command = readCommand(argv, process.env.INIT_CWD ?? process.cwd());
    return await withDatabase(config, (db) => runCommand(db, config, command));
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
    await migrate(server.connectionString);
    const { db, pool } = connectDatabase(server.connectionString, 2);
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
  // All feeds are inspected before the first one is written, so that an error leaves nothing half done.
  const feeds: Feed[] = [];
  for (const file of command.files) {
    const feed = await inspectFeed(file, command.options);
    rateOf(feed, { shopCurrency: config.CURRENCY, options: command.options });
    feeds.push(feed);
  }
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    const write = command.dryRun ? countBatches(db) : writeBatches(db);
    const summaries: FeedSummary[] = [];
    for (const feed of feeds) {
      if (stop.signal.aborted) break;
      summaries.push(await runFeed(feed, { seller, config, command, write, signal: stop.signal }));
    }
    if (feeds.length > 1)
      for (const line of explainSummary("all feeds", total(summaries), command.dryRun).slice(0, 1))
        console.log(line);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
  if (!stop.signal.aborted) return 0;
  console.error(
    "Stopped. Rows imported so far are kept. Run the same command again to finish the import.",
  );
  return 130;
}

async function requireSeller(db: Database, email: string): Promise<Seller> {
  const seller = await findSeller(db, email);
  if (!seller) throw new ImportError(`There is no account with the email ${email}.`);
  if (seller.role !== "Seller")
    throw new ImportError(
      `${email} is ${seller.role === "admin" ? "an admin" : "a buyer"}, not a seller.`,
    );
  return seller;
}

type Run = Pick<Parameters<typeof importFeed>[1], "seller" | "write" | "signal"> & {
  config: Config;
  command: ImportCommand;
};

async function runFeed(
  feed: Feed,
  { seller, config, command, write, signal }: Run,
): Promise<FeedSummary> {
  const { dryRun, options } = command;
  for (const line of explainFeed(feed, dryRun ? await sampleOf(feed) : [])) console.log(line);
  const fallback = path.resolve(config.DATA_DIR, "imports");
  const reportPath =
    dryRun && !command.report
      ? null
      : (command.report ?? freePathFor(feed.file, "quarantined.csv", fallback));
  const report = reportPath ? createReportFile(reportPath, feed.delimiter, feed.headers) : null;
  const progress = createProgress(feed.name, feed.evidence.rows, process.stderr);
  const now = new Date();
  const summary = await importFeed(feed, {
    seller,
    options,
    now,
    write,
    signal,
    shopCurrency: config.CURRENCY,
    report: report ?? { add: async () => undefined },
    onProgress: (rows) => progress.update(rows),
  });
  progress.end();
  for (const line of explainSummary(feed.name, summary, dryRun)) console.log(line);
  const written = await report?.close();
  if (written) console.log(`  quarantined rows, to correct and import again: ${shown(written)}`);
  if (!dryRun) {
    const record = freePathFor(feed.file, "import.json", fallback);
    const money = {
      shopCurrency: config.CURRENCY,
      rate: rateOf(feed, { shopCurrency: config.CURRENCY, options }),
    };
    writeFileSync(
      record,
      `${JSON.stringify({ importedAt: now, seller: command.seller, ...describeFeed(feed), ...money, ...summary }, null, 2)}\n`,
    );
    console.log(`  how it was read: ${shown(record)}`);
  }
  return summary;
}

function shown(file: string): string {
  return path.relative(process.cwd(), file) || file;
}

async function sampleOf(feed: Feed): Promise<string[][]> {
  const sample: string[][] = [];
  for await (const { cells, broken } of feed.records()) {
    if (!broken && cells.some((cell) => cell.trim() !== "") && sample.push(cells) >= 3) break;
  }
  return sample;
}

function total(summaries: readonly FeedSummary[]): FeedSummary {
  const sum = { rows: 0, imported: 0, duplicates: 0, quarantined: 0, leftOut: {}, refusals: {} };
  for (const summary of summaries) {
    sum.rows += summary.rows;
    sum.imported += summary.imported;
    sum.duplicates += summary.duplicates;
    sum.quarantined += summary.quarantined;
  }
  return sum;
}
