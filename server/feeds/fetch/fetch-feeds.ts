import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#shared/errors/app-error.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { queueEmail } from "#server/email/public.ts";
import { TooHeavyError } from "#server/imports/public.ts";
import { readSeller } from "#server/listings/public.ts";
import { DownloadError } from "#server/platform/http/outgoing/download-error.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import type { Reach } from "#server/platform/http/outgoing/connect-public.ts";
import type { Pace } from "#server/platform/http/watch-progress.ts";
import { describeReview } from "../plan/describe-plan.ts";
import { HeavyServerError } from "./download-by-sftp.ts";
import { downloadFeed } from "./download-feed.ts";
import { feedEmail } from "../feed-email.ts";
import { confirmFeed } from "../apply/confirm-feed.ts";
import {
  claimDueFetch,
  hasEndedProcess,
  hostOf,
  isLastAttempt,
  isProven,
  markFeedFetched,
  type FetchOutcome,
} from "./feed-fetch-store.ts";
import type { Feed } from "../feed-store.ts";
import type { FetchProblem } from "../feed-table.ts";
import { applyOwnPlan } from "../apply/run-plan.ts";
import { whyNotRun } from "../apply/why-not-run.ts";
import { isSettled } from "../read/same-file.ts";
import { planFile, type PlannedFile } from "../read/upload-feed.ts";

type FetchDeps = Pick<Deps, "db" | "config" | "catalogue" | "log" | "secrets">;

const mostAtOnce = 4;
/** Of these, feeds that are new or whose last fetch failed. So servers that hang leave places to the others. */
const mostUnproven = 2;
/** Fetches that take long do not count among those at once, up to so many. */
const mostSlow = 2;
/** Many dealers' files can be on one server, such as a portal's. */
const mostOfHost = 2;
/** With a fetch that begins at its end, well below the time after which the job expires. */
const maximumRun = 40 * 60_000;
const secondsToNextLook = 10;
const patience: Patience = { secondsToSlow: 10 };

/** How long servers are waited for, for tests. */
type Patience = { secondsToSlow: number; pace?: Pace };

/**
 * Fetches the files of feeds that are due and syncs them: a few at a time, but those of one seller one after another, so
 * that a seller's slow server keeps no one else waiting. A plan that has reasons for a review waits for its seller, who
 * gets an email.
 */
export async function fetchFeeds(
  deps: FetchDeps,
  reach: Reach = { allowPrivate: deps.config.demo },
  { secondsToSlow, pace }: Patience = patience,
): Promise<void> {
  const end = Date.now() + maximumRun;
  const running = new Map<string, Fetching>();
  const start = (feed: Feed) => {
    const done = fetchFeed(deps, feed, { reach, pace })
      // Caught at once: it may come while no one waits for it. The feed is due again in half an hour.
      .catch((error: unknown) =>
        deps.log.error({ err: error, feed: feed.id }, "fetch of a feed not recorded"),
      )
      .finally(() => running.delete(feed.sellerId));
    const slowAt = Date.now() + secondsToSlow * 1_000;
    running.set(feed.sellerId, {
      done,
      slowAt,
      isProven: isProven(feed),
      host: hostOf(feed.fetchUrl!),
    });
  };
  const claim = () => {
    const unproven = [...running.values()].filter((fetching) => !fetching.isProven).length;
    const hosts = [...running.values()].map(({ host }) => host);
    return claimDueFetch(deps.db, {
      notOf: [...running.keys()],
      notFrom: hosts.filter((host) => hosts.filter((other) => other === host).length >= mostOfHost),
      onlyProven: unproven >= mostUnproven,
    });
  };
  const takenPlaces = () => {
    const slow = [...running.values()].filter(({ slowAt }) => slowAt <= Date.now()).length;
    return running.size - Math.min(slow, mostSlow);
  };
  const ends = () => [...running.values()].map(({ done }) => done);
  try {
    while (Date.now() < end) {
      const isFull = takenPlaces() >= mostAtOnce;
      const feed = isFull ? null : await claim();
      if (feed) start(feed);
      else if (running.size > 0)
        // Feeds that become due meanwhile do not wait for a slow server either.
        await Promise.race([
          ...ends(),
          sleep(Math.min(secondsToSlow, secondsToNextLook) * 1_000, null, unref),
        ]);
      else break;
    }
  } finally {
    await Promise.all(ends());
  }
}

const unref = { ref: false };

type Fetching = { done: Promise<void>; slowAt: number; isProven: boolean; host: string };

async function fetchFeed(
  deps: FetchDeps,
  feed: Feed,
  { reach, pace }: { reach: Reach; pace: Pace | undefined },
): Promise<void> {
  const file = fileNameOf(feed.fetchUrl!);
  let hostKey: string | null = null;
  try {
    const seller = await findOwnAccount(deps.db, feed.sellerId);
    if (!seller) return;
    if (hasEndedProcess(feed)) throw new EndedProcessError();
    const fetched = await downloadFeed(
      deps,
      feed,
      {
        read: (body) => planFile(deps, seller, { feed, file, body, isFetched: true }),
        onHostKey: (key) => (hostKey = key),
      },
      reach,
      pace,
    );
    const { result, ...outcome } = fetched
      ? await applyFetched(deps, feed, fetched)
      : await confirmUnchanged(deps, feed);
    // Cars that had lapsed may be for sale again.
    await deps.catalogue.refresh();
    await record(deps, feed, { ...outcome, hostKey, hasFailed: false });
    count("feedFetches", { outcome: result });
  } catch (error) {
    const isHeavy =
      error instanceof EndedProcessError ||
      error instanceof HeavyServerError ||
      (error instanceof AppError && error.cause instanceof TooHeavyError);
    const failure = whyNotFetched(deps, feed, error);
    const outcome =
      isHeavy && isLastAttempt(feed)
        ? { error: `${failure.error} ${stopsUntil(error)}`, problem: "stopped" as const }
        : failure;
    await record(deps, feed, { ...outcome, etag: null, hostKey, hasFailed: true, isHeavy });
    count("feedFetches", { outcome: "failed" });
  }
}

const stopsUntil = (error: unknown) =>
  `The shop no longer fetches it. Once the ${error instanceof HeavyServerError ? "server is repaired" : "file is smaller"}, save the feed's settings to fetch it again.`;
const planWaits = "The plan waits for you.";

/** The shop's process has ended in each of a feed's last fetches, so that none has told its seller. */
class EndedProcessError extends DownloadError {
  override message =
    "The shop stopped in the middle of reading the file, perhaps because the file is too large.";
}

type Fetched = Pick<FetchOutcome, "etag" | "error" | "problem" | "isApplied"> & {
  result: "applied" | "unchanged" | "waiting";
};

/**
 * An ETag is kept only if the feed's cars agree with the file, because an unchanged file confirms them all and is not
 * compared again.
 */
async function applyFetched(
  deps: FetchDeps,
  feed: Feed,
  { etag, result: made }: { etag: string | null; result: PlannedFile },
): Promise<Fetched> {
  const waits = await applyUnlessUnusual(deps, feed, made);
  if (waits !== null) return { result: "waiting", etag: null, error: waits, problem: "plan_waits" };
  const error = whyFruitless(made);
  const isKept = error === null && (await isSettled(deps.db, made));
  const isApplied = made.plan.changes.length > 0;
  const result = isApplied ? "applied" : "unchanged";
  const problem = error === null ? null : "failed";
  return { result, etag: isKept ? etag : null, error, problem, isApplied };
}

/** Why a file listed no car, or left cars on sale that it no longer has; null if it was read as it should be. */
function whyFruitless({ plan: { keepsGone }, isFruitless }: PlannedFile): string | null {
  if (isFruitless)
    return `None of the rows in the file could be read as a car.${keepsGone ? " Your cars stay for sale." : ""} Open the plan to see why.`;
  if (keepsGone === "empty") return "The file has no cars, so yours stay for sale.";
  return keepsGone === "incomplete"
    ? "The end of the file seems to be missing, so cars that it no longer has stay for sale."
    : null;
}

async function confirmUnchanged({ db }: FetchDeps, feed: Feed): Promise<Fetched> {
  await confirmFeed(db, feed.id);
  return { result: "unchanged", etag: feed.fetchEtag, error: null, problem: null };
}

const shopFailed =
  "The file could not be read because of an error in the shop. It is tried again in an hour.";

/** Why a fetch failed, in words for the seller. Another error of ours must not keep other feeds from being fetched. */
function whyNotFetched(
  { log }: FetchDeps,
  { id: feed }: Feed,
  error: unknown,
): { error: string; problem: FetchProblem } {
  const isFullDisk = error instanceof AppError && error.code === "disk_full";
  if (error instanceof DownloadError || (error instanceof AppError && !isFullDisk)) {
    log.info({ feed, reason: error.message }, "feed not fetched");
    return { error: error.message, problem: "failed" };
  }
  log.error({ err: error, feed }, "feed not fetched because of an unexpected error");
  return { error: shopFailed, problem: "shop_failed" };
}

/** Returns why the plan waits, or null if it was applied or changes nothing. */
async function applyUnlessUnusual(
  deps: FetchDeps,
  feed: Feed,
  { id, plan: { review, changes } }: PlannedFile,
): Promise<string | null> {
  // One without changes only keeps the refused rows.
  if (id === null || changes.length === 0) return null;
  if (review.length > 0) return `${review.map(describeReview).join(" ")} ${planWaits}`;
  // Checked first: a plan that may not be applied also waits, instead of being made again each hour.
  const run = { sellerId: feed.sellerId, planId: id, way: "apply" } as const;
  const refusal = await deps.db.transaction((tx) => whyNotRun(tx, deps, run));
  if (refusal !== null) return `${refusal} ${planWaits}`;
  await applyOwnPlan(deps, { accountId: feed.sellerId }, { id: feed.id, planId: id });
  return null;
}

function fileNameOf(address: string): string {
  const { hostname, pathname } = new URL(address);
  const name = pathname.split("/").at(-1) ?? "";
  return name === "" ? hostname : name.slice(0, 200);
}

async function record({ db, config }: FetchDeps, feed: Feed, outcome: FetchOutcome): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await markFeedFetched(tx, feed, outcome))) return;
    // One email for each problem, not one for each attempt.
    if (outcome.error === null || outcome.error === feed.fetchError) return;
    const seller = await readSeller(tx, feed.sellerId);
    await queueEmail(tx, feedEmail(config, seller, feed, { ...outcome, problem: outcome.error }));
  });
}
