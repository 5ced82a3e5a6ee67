import { statSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { AppError } from "#shared/errors/app-error.ts";
import {
  createProgress,
  createReportFile,
  explainFile,
  explainRefusals,
  freePathFor,
  ImportError,
  inspectFile,
  limitsForOperator,
  readDigest,
  readSyncCommand,
  requireSeller,
  runImport,
  runOperatorCommand,
  startReader,
  unpackFiles,
  withFeedFolder,
  type FeedFile,
  type Reader,
  type Seller,
  type SyncCommand,
} from "#server/imports/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { applyPlan } from "./apply/apply-plan.ts";
import { confirmFeed } from "./apply/confirm-feed.ts";
import { describePlan, describeReview, describeSame } from "./plan/describe-plan.ts";
import { loadOptions, storeOptions } from "./feed-options.ts";
import { changeFeed, findFeed, findFeedOfFile, openFeed, type Feed } from "./feed-store.ts";
import { readLastPlan } from "./plan/plan-outline-store.ts";
import { makePlan, previewPlan } from "./plan/make-plan.ts";
import type { SyncPlan } from "./plan/plan-sync.ts";
import { readCarsOf } from "./read/ask-reader.ts";
import { digestOf, findSamePlan, rememberFile } from "./read/same-file.ts";
import { undoPlan } from "./apply/undo-plan.ts";
import { writeRepeated } from "./match/write-repeated.ts";

const exitCodes = { done: 0, fruitless: 3, waiting: 4, stopped: 130 } as const;
type Outcome = keyof typeof exitCodes;

/** `import`: imports files once, or with `sync` and `undo` keeps feeds in step. Returns the exit code. */
export async function runImportOrSync(argv: string[]): Promise<number> {
  const [first, ...rest] = argv;
  if ((first !== "sync" && first !== "undo") || argv.includes("--help") || argv.includes("-h"))
    return runImport(argv);
  // By default, the heap grows to four times what is in use before it is cleared: 300 MB for 35,000 cars instead of 230.
  setFlagsFromString("--heap-growing-percent=40");
  return runOperatorCommand(
    (cwd) => ({ cwd, ...readSyncCommand(rest, cwd) }),
    (db, config, command) =>
      first === "sync" ? syncFeeds(db, config, command) : undoFeeds(db, command),
  );
}

type Command = SyncCommand & { cwd: string };
type Run = {
  db: Database;
  config: Config;
  command: Command;
  seller: Seller;
  signal: AbortSignal;
};

async function syncFeeds(db: Database, config: Config, command: Command): Promise<number> {
  const seller = await requireSeller(db, command.seller);
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  const run: Run = { db, config, command, seller, signal: stop.signal };
  const outcomes = new Set<Outcome>();
  try {
    // All are found before the first one is synced, so that a wrong name changes nothing.
    const targets = [];
    for (const named of command.named) targets.push(await findTarget(run, named));
    for (const target of targets)
      for (const outcome of await syncTarget(run, target)) outcomes.add(outcome);
  } finally {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
  if (outcomes.has("stopped"))
    console.error("Stopped. Run the same command again to finish the sync.");
  const worst = (["stopped", "waiting", "fruitless"] as const).find((one) => outcomes.has(one));
  return exitCodes[worst ?? "done"];
}

type Target = { path: string; feed: Feed | null };

/** A file, with the feed that reads it, or a feed by its name. */
async function findTarget({ db, command, seller }: Run, named: string): Promise<Target> {
  const file = path.resolve(command.cwd, named);
  if (statSync(file, { throwIfNoEntry: false })?.isFile())
    return {
      path: file,
      feed: command.feed
        ? await findFeed(db, seller.id, command.feed)
        : await findFeedOfFile(db, seller.id, file),
    };
  const feed = await findFeed(db, seller.id, named);
  if (!feed) throw new ImportError(`${named}: no such file or feed.`);
  if (!feed.path)
    throw new ImportError(
      `${named}: its files were uploaded. Name a file: sync FILE --feed "${feed.name}".`,
    );
  return { path: feed.path, feed };
}

async function syncTarget(run: Run, target: Target): Promise<Outcome[]> {
  return withFeedFolder(run.config.DATA_DIR, async (folder) => {
    const reader = startReader(limitsForOperator(run.config));
    try {
      const files = await unpackFiles(reader, [target.path], folder);
      return await syncFiles(run, reader, target, files);
    } finally {
      await reader.end();
    }
  });
}

async function syncFiles(
  run: Run,
  reader: Reader,
  target: Target,
  files: readonly FeedFile[],
): Promise<Outcome[]> {
  if (files.length > 1 && (run.command.feed || run.command.report))
    throw new ImportError("--feed and --report work with one file, and the archive has more.", 2);
  const outcomes: Outcome[] = [];
  for (const { file, name } of files) {
    if (run.signal.aborted) return [...outcomes, "stopped"];
    const isOnly = files.length === 1;
    const feedName = run.command.feed ?? name;
    const feed = (isOnly ? target.feed : null) ?? (await findFeed(run.db, run.seller.id, feedName));
    outcomes.push(
      await syncFile(run, {
        reader,
        file,
        name,
        feed,
        feedName,
        path: isOnly ? target.path : null,
      }),
    );
  }
  return outcomes;
}

type NamedFile = FeedFile & {
  reader: Reader;
  feed: Feed | null;
  feedName: string;
  /** The path to remember; null for a file of an archive with several. */
  path: string | null;
};

async function syncFile(
  run: Run,
  { reader, file, name, feed, feedName, path: source }: NamedFile,
): Promise<Outcome> {
  const { db, config, command } = run;
  if (feed && !command.dryRun) await finishLastPlan(run, feed);
  const options = loadOptions({ ...feed?.options, ...storeOptions(command.options) });
  const digest = await digestOf(file, {
    options: storeOptions(options),
    feedWins: feed?.feedWins ?? [],
    currency: config.CURRENCY,
    location: run.seller.location,
  });
  const same = feed && !command.dryRun ? await findSamePlan(db, feed, digest) : null;
  if (same) {
    await confirmFeed(db, feed!.id);
    for (const line of describeSame(same)) console.log(line);
    return "done";
  }
  const inspected = await inspectFile(reader, { file, name }, options);
  if (command.dryRun)
    for (const line of await explainFile(reader, inspected, false)) console.log(line);
  const report = reportOf(run, inspected);
  const read = await readCarsOf(reader, inspected, {
    seller: run.seller,
    shopCurrency: config.CURRENCY,
    now: new Date(),
    digest: await readDigest(config, command),
    ...(report && { onRefused: report.add }),
  });
  const written = await report?.close();
  const print = (plan: SyncPlan) => {
    for (const line of describePlan(plan, read, config.CURRENCY)) console.log(line);
    for (const line of explainRefusals("refused", read.reasons)) console.log(line);
    if (written) console.log(`  refused rows, to correct: ${shown(written)}`);
    const repeats = command.dryRun ? null : reportRepeats(run, name, plan);
    if (repeats) console.log(`  repeated rows, to compare: ${shown(repeats)}`);
    for (const reason of plan.review) console.log(`  ${describeReview(reason)}`);
  };
  const outcome = read.rows > 0 && read.cars.length === 0 ? "fruitless" : "done";
  if (command.dryRun) {
    const plan = await previewPlan(db, { sellerId: run.seller.id, ...feed }, read);
    print(plan);
    return plan.review.length > 0 ? "waiting" : outcome;
  }
  const opened = feed ?? (await openFeed(db, run.seller.id, feedName));
  if (source && opened.path !== source) await changeFeed(db, opened.id, { path: source });
  const { id, plan } = await makePlan(db, opened.id, read, { keepsUnchanged: false }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? new ImportError(`${name}: ${error.message}`) : error;
    },
  );
  print(plan);
  if (id === null) return outcome;
  if (plan.review.length > 0 && !command.isConfirmed) {
    console.log("  Nothing was changed. To apply it, run the command again with --confirm.");
    return "waiting";
  }
  if (!(await apply(run, { id, name, changes: plan.changes.length }))) return "stopped";
  await rememberFile(db, { feedId: opened.id, made: { id, plan }, digest });
  return outcome;
}

/** A sync that was interrupted is finished first, because the next plan depends on it. */
async function finishLastPlan(run: Run, feed: Feed): Promise<void> {
  const last = await readLastPlan(run.db, feed.id);
  if (last?.state === "applying") await apply(run, { id: last.id, name: last.source, changes: 0 });
  if (last?.state === "undoing") await undoPlan(run.db, last.id);
}

/** Applies a plan. False if it was stopped before its end. */
async function apply(
  { db, seller, signal }: Run,
  { id, name, changes }: { id: string; name: string; changes: number },
): Promise<boolean> {
  const progress = createProgress(name, changes, process.stderr);
  const onProgress = (applied: number) => progress.update(applied);
  await applyPlan(db, { planId: id, seller, onProgress, signal });
  progress.end();
  return !signal.aborted;
}

function reportOf(
  { config, command }: Run,
  { name, delimiter, headers }: { name: string; delimiter: string | null; headers: string[] },
) {
  if (command.dryRun && !command.report) return null;
  const folder = path.resolve(config.DATA_DIR, "imports");
  const file = command.report ?? freePathFor(name, "quarantined.csv", folder);
  return createReportFile(file, delimiter ?? ",", headers);
}

/** Writes a plan's repeated rows beside the refused ones, and returns the file's path; null without any. */
function reportRepeats({ config }: Run, name: string, plan: SyncPlan): string | null {
  if (plan.repeatedRows === 0) return null;
  const folder = path.resolve(config.DATA_DIR, "imports");
  const file = freePathFor(name, "duplicates.csv", folder);
  writeRepeated(plan, file, config.CURRENCY);
  return file;
}

const shown = (file: string) => path.relative(process.cwd(), file) || file;

async function undoFeeds(db: Database, command: Command): Promise<number> {
  const seller = await requireSeller(db, command.seller);
  for (const named of command.named) {
    const file = path.resolve(command.cwd, named);
    const feed =
      (await findFeed(db, seller.id, named)) ?? (await findFeedOfFile(db, seller.id, file));
    if (!feed) throw new ImportError(`${named}: no such feed.`);
    const last = await readLastPlan(db, feed.id);
    if (!last) throw new ImportError(`${feed.name}: there is no sync to undo.`);
    try {
      const { undone, kept } = await undoPlan(db, last.id);
      console.log(
        `${feed.name}: ${undone} changes undone${kept > 0 ? `, ${kept} kept because the car is reserved or sold, its VIN is for sale, or its seller took it off sale` : ""}`,
      );
    } catch (error) {
      if (error instanceof AppError) throw new ImportError(`${feed.name}: ${error.message}`);
      throw error;
    }
  }
  return 0;
}
