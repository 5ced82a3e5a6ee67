import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type {
  FeedAnswer,
  FeedChanges,
  FeedOptionsBody,
  FeedPlanAnswer,
} from "#shared/feeds/feed-contract.ts";
import type {
  CreatedAnswer,
  DeletedAnswer,
  ModifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { withLockedSeller } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { noSuchPlan } from "./apply/lock-plan.ts";
import { checkFetchUrl } from "./fetch/check-fetch-url.ts";
import { countOpenFields } from "./edits/edited-car-store.ts";
import { fieldOf } from "./feed-fact-names.ts";
import { changeLogin } from "./fetch/fetch-login.ts";
import { readOptions, withUnstated } from "./feed-options.ts";
import { restartFetch, setFetch } from "./fetch/feed-fetch-store.ts";
import { listFeeds, listNewestPlans, listPlans } from "./feed-page-store.ts";
import {
  changeFeed,
  createFeed,
  deleteFeed,
  findFeed,
  lockFeed,
  readFeed,
  type Feed,
} from "./feed-store.ts";
import { countChanges } from "./plan/change-count-store.ts";
import { readOutline, type PlanOutline } from "./plan/plan-outline-store.ts";
import { readPlan } from "./plan/plan-store.ts";
import { presentFeed, presentPlan, presentSummary } from "./present-feed.ts";

/** Whose feeds these are. */
export type Owner = Pick<Viewer, "accountId">;
type FeedDeps = Pick<Deps, "db">;
/** Feeds of one seller. */
const mostFeeds = 20;

/** The viewer's feed with this id. @throws AppError not_found */
export async function ownFeed(executor: Executor, viewer: Owner, id: string): Promise<Feed> {
  const feed = z.uuid().safeParse(id).success ? await readFeed(executor, id) : null;
  if (feed?.sellerId === viewer.accountId) return feed;
  const message = "You have no such feed.";
  throw new AppError("not_found", { message, fields: { id: message } });
}

/** A plan of one of the viewer's feeds. @throws AppError not_found */
export async function ownPlan(
  executor: Executor,
  viewer: Owner,
  { id, planId }: { id: string; planId: string },
): Promise<{ feed: Feed; plan: PlanOutline }> {
  const feed = await ownFeed(executor, viewer, id);
  const plan = z.uuid().safeParse(planId).success ? await readOutline(executor, planId) : null;
  if (plan?.feedId !== feed.id) throw noSuchPlan();
  return { feed, plan };
}

/** The viewer's feeds by name, each with its newest plan. */
export async function listOwnFeeds({ db }: FeedDeps, viewer: Viewer): Promise<FeedAnswer[]> {
  const feeds = await listFeeds(db, viewer.accountId);
  const plans = await listNewestPlans(
    db,
    feeds.map(({ feed }) => feed.id),
  );
  const answers: FeedAnswer[] = [];
  for (const { feed, cars } of feeds) {
    const edits = await countOpenFields(db, feed);
    const last = plans.find(({ plan }) => plan.feedId === feed.id) ?? null;
    answers.push(forCaller(viewer, presentFeed(feed, { cars, edits }, last)));
  }
  return answers;
}

/** One of the viewer's feeds with its history. @throws AppError not_found */
export async function readOwnFeed({ db }: FeedDeps, viewer: Viewer, id: string) {
  const feed = await ownFeed(db, viewer, id);
  const plans = await listPlans(db, feed.id);
  const listed = (await listFeeds(db, viewer.accountId)).find((one) => one.feed.id === feed.id);
  const counts = { cars: listed?.cars ?? 0, edits: await countOpenFields(db, feed) };
  return {
    ...forCaller(viewer, presentFeed(feed, counts, plans[0] ?? null)),
    plans: plans.map((plan) => presentSummary(plan, feed)),
  };
}

/** A plan of the viewer with everything but its changes. @throws AppError not_found */
export async function readOwnPlan(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Owner,
  ids: { id: string; planId: string },
): Promise<FeedPlanAnswer> {
  const { feed } = await ownPlan(db, viewer, ids);
  const plan = await readPlan(db, ids.planId);
  if (!plan) throw noSuchPlan();
  return presentPlan({ plan, changes: await countChanges(db, plan.id) }, feed, config.CURRENCY);
}

/** Creates a feed. `message` says why not: the name is taken, or there are too many. @throws AppError invalid_input */
export async function createOwnFeed(
  { db }: FeedDeps,
  viewer: Owner,
  { name, options = {} }: { name: string; options?: FeedOptionsBody },
): Promise<CreatedAnswer> {
  const stored = withUnstated({}, readOptions(options));
  const sellerId = viewer.accountId;
  return withLockedSeller(db, sellerId, async (tx) => {
    // So that calls at the same time count each other's feeds.
    if ((await listFeeds(tx, sellerId)).length >= mostFeeds)
      return { acknowledged: false, message: `You can have at most ${mostFeeds} feeds.` };
    const id = await createFeed(tx, { sellerId, name, options: stored });
    return id === null
      ? { acknowledged: false, message: nameTaken }
      : { acknowledged: true, insertedId: id };
  });
}

const isKey = ({ sessionId }: Pick<Viewer, "sessionId">) => sessionId === "";

// What a key sets would go on after the key is revoked.
function notForKeys(): AppError {
  const message = "API keys cannot set where a feed is fetched from.";
  return new AppError("not_allowed", { message, fields: { fetch: message } });
}

/** Without the address of the file, which can be a secret, for API keys. */
const forCaller = <Answer extends FeedAnswer>(viewer: Viewer, feed: Answer): Answer =>
  isKey(viewer) ? { ...feed, fetch: null } : feed;

const nameTaken = "You already have a feed with this name.";

/** Renames a feed, or changes how it is read and what it may replace. @throws AppError not_found, invalid_input */
export async function changeOwnFeed(
  { db, config, secrets }: Pick<Deps, "db" | "config" | "secrets">,
  viewer: Viewer,
  id: string,
  { name, options, feedWins, fetch }: FeedChanges,
): Promise<ModifiedAnswer> {
  if (fetch !== undefined && isKey(viewer)) throw notForKeys();
  const feed = await ownFeed(db, viewer, id);
  const stored = options && readOptions(options);
  const fetched = fetch && { ...fetch, url: checkFetchUrl(fetch.url, config.demo) };
  return withLockedSeller(db, viewer.accountId, async (tx) => {
    const locked = (await lockFeed(tx, feed.id)) ?? feed;
    const namesake = name === undefined ? null : await findFeed(tx, viewer.accountId, name);
    if (namesake && namesake.id !== feed.id) return { modifiedCount: 0, message: nameTaken };
    if (fetched !== undefined)
      await setFetch(
        tx,
        feed.id,
        fetched && { ...fetched, login: await changeLogin(secrets, locked, fetched) },
      );
    else if (options) await restartFetch(tx, feed.id);
    // The same file can mean something else now.
    await changeFeed(tx, feed.id, {
      fetchEtag: null,
      ...(name !== undefined && { name }),
      ...(stored && { options: withUnstated(feed.options, stored) }),
      ...(feedWins && { feedWins: [...new Set(feedWins)].map(fieldOf) }),
    });
    return { modifiedCount: 1 };
  });
}

/** Deletes a feed and its history. Its cars stay as they are. @throws AppError not_found */
export async function deleteOwnFeed(
  { db }: FeedDeps,
  viewer: Owner,
  id: string,
): Promise<DeletedAnswer> {
  const feed = await ownFeed(db, viewer, id);
  await withLockedSeller(db, viewer.accountId, async (tx) => {
    await deleteFeed(tx, feed.id);
  });
  return { deletedCount: 1 };
}
