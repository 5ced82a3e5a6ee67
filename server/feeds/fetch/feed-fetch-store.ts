import { and, eq, gt, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Feed } from "../feed-store.ts";
import { feedTable, type FetchProblem } from "../feed-table.ts";
import type { FetchLogin } from "./fetch-login.ts";

const feed = feedTable;

const minutes = (count: number) => sql`now() + make_interval(mins => ${count})`;

const noLogin: FetchLogin = {
  fetchUsername: null,
  fetchPassword: null,
  fetchPrivateKey: null,
  fetchHostKey: null,
};

/** Sets where a feed's file is fetched from, at once and then every day; null ends it. */
export async function setFetch(
  tx: Executor,
  id: string,
  fetch: { url: string; hour: number; login: FetchLogin } | null,
): Promise<void> {
  await tx
    .update(feed)
    .set({
      fetchUrl: fetch?.url ?? null,
      fetchHour: fetch?.hour ?? null,
      nextFetchAt: fetch ? sql`now()` : null,
      ...(fetch?.login ?? noLogin),
      fetchedAt: null,
      fetchEtag: null,
      fetchError: null,
      fetchNewHostKey: null,
      fetchProblem: null,
      heavyFetches: 0,
    })
    .where(eq(feed.id, id));
}

/** A file that ended its reader, or the shop's process, so many times in a row would end it again. */
const mostHeavyFetches = 2;

/** Whether a fetch that turns out to be heavy is the last one. */
export const isLastAttempt = ({ heavyFetches }: Pick<Feed, "heavyFetches">) =>
  heavyFetches >= mostHeavyFetches;

/** Whether a claimed feed is only to be stopped: the shop's process has ended during each of its last fetches. */
export const hasEndedProcess = ({ heavyFetches }: Pick<Feed, "heavyFetches">) =>
  heavyFetches > mostHeavyFetches;

/** Fetches a feed again that was stopped: its owner has changed it, or uploaded a file. */
export async function restartFetch(tx: Executor, id: string): Promise<void> {
  await tx
    .update(feed)
    .set({
      heavyFetches: 0,
      fetchError: sql`case when fetch_problem = 'stopped' then null else fetch_error end`,
      fetchProblem: sql`nullif(fetch_problem, 'stopped')`,
    })
    .where(and(eq(feed.id, id), gt(feed.heavyFetches, 0)));
}

/** Problems that say nothing against the feed's server or file. */
const harmless: readonly FetchProblem[] = ["plan_waits", "shop_failed"];

/** Whether a feed's last fetch succeeded: its server answered, with a file that could be read. */
export const isProven = ({ fetchedAt, fetchError, fetchProblem }: Feed) =>
  fetchedAt !== null &&
  (fetchError === null || (fetchProblem !== null && harmless.includes(fetchProblem)));
const proven = sql`waiting.fetched_at is not null
  and (waiting.fetch_error is null or waiting.fetch_problem in ${harmless})`;

export type FetchState = {
  /** Feeds that the shop fetches, without those of suspended sellers. */
  fetched: number;
  /** Of these, whose last fetch failed. */
  failing: number;
  /** Of these, whose last success is more than 30 hours ago, or that have had none. */
  overdue: number;
  /** The last success of any. */
  lastAt: Date | null;
};

/** How fetching goes, over all feeds. A fetch that has been due for six hours counts as a failure. */
export async function readFetchState(db: Executor): Promise<FetchState> {
  const hasFailed = sql`((waiting.fetch_error is not null
      and waiting.fetch_problem is distinct from 'plan_waits')
    or waiting.next_fetch_at < now() - interval '6 hours')`;
  const isLate = sql`coalesce(waiting.fetched_at < now() - interval '30 hours', true)`;
  const { rows } = await db.execute<Omit<FetchState, "lastAt"> & { lastAt: string | null }>(sql`
    select count(*)::int as fetched, count(*) filter (where ${hasFailed})::int as failing,
      count(*) filter (where ${hasFailed} and ${isLate})::int as overdue,
      max(waiting.fetched_at)::text as "lastAt"
    from ${feed} as waiting join ${accountTable} as seller on seller.id = waiting.seller_id
    where waiting.fetch_url is not null and seller.suspended_at is null`);
  const { lastAt, ...counts } = rows[0]!;
  return { ...counts, lastAt: lastAt === null ? null : new Date(lastAt) };
}

const hostPattern = "^[a-z]+://([^/?#]+)";
/** The server and port of a feed's URL. */
export const hostOf = (url: string) =>
  new RegExp(hostPattern, "i").exec(url)?.[1]!.toLowerCase() ?? "";

/**
 * Takes the feed whose file is due for the longest, of a seller who is not suspended. If its process stops, it is due again half an hour later.
 * Counted as heavy until its result is recorded, because a file that ends the shop's process has none.
 * @param notOf sellers whose feeds are left out
 * @param notFrom servers whose feeds are left out, as `hostOf` names them
 * @param onlyProven whether only feeds are taken whose last fetch succeeded
 */
export async function claimDueFetch(
  db: Executor,
  {
    notOf,
    notFrom,
    onlyProven,
  }: { notOf: readonly string[]; notFrom: readonly string[]; onlyProven: boolean },
): Promise<Feed | null> {
  const due = sql`(select waiting.id from ${feed} as waiting
    join ${accountTable} as seller on seller.id = waiting.seller_id
      and seller.deleted_at is null and seller.suspended_at is null
    where waiting.next_fetch_at <= now()
    and waiting.fetch_problem is distinct from 'stopped'
    and waiting.seller_id not in
      (select value::uuid from json_array_elements_text(${JSON.stringify(notOf)}::json))
    and lower(substring(waiting.fetch_url from ${hostPattern})) not in
      (select value from json_array_elements_text(${JSON.stringify(notFrom)}::json))
    and ${onlyProven ? proven : sql`true`}
    order by waiting.next_fetch_at limit 1 for update of waiting skip locked)`;
  const [claimed] = await db
    .update(feed)
    .set({ nextFetchAt: minutes(30), heavyFetches: sql`${feed.heavyFetches} + 1` })
    .where(sql`${feed.id} = ${due}`)
    .returning();
  return claimed ?? null;
}

/** No longer says that a fetched plan waits. */
export async function forgetWaitingPlan(tx: Executor, id: string): Promise<void> {
  await tx
    .update(feed)
    .set({ fetchError: null, fetchProblem: null })
    .where(and(eq(feed.id, id), eq(feed.fetchProblem, "plan_waits")));
}

export type FetchOutcome = {
  etag: string | null;
  error: string | null;
  problem: FetchProblem | null;
  /** What an SFTP server has shown. */
  hostKey: string | null;
  hasFailed: boolean;
  /** Whether the file ended the process that read it. */
  isHeavy?: boolean;
  /** Whether changes were applied in spite of the error. */
  isApplied?: boolean;
};

/**
 * Records a claimed fetch, unless its settings changed or it was claimed again since: false. The next one is at the
 * feed's hour, or after a failure in an hour. The first host key is trusted from then on.
 */
export async function markFeedFetched(
  tx: Executor,
  { id, nextFetchAt }: Feed,
  { etag, error, problem, hostKey, hasFailed, isHeavy = false }: FetchOutcome,
): Promise<boolean> {
  const today = sql`date_trunc('day', now() at time zone 'UTC') + make_interval(hours => ${feed.fetchHour})`;
  const next = sql`((${today}) at time zone 'UTC')`;
  const rows = await tx
    .update(feed)
    .set({
      nextFetchAt: hasFailed
        ? minutes(60)
        : sql`case when ${next} > now() then ${next} else ${next} + interval '1 day' end`,
      ...(hasFailed ? {} : { fetchedAt: sql`now()`, fetchEtag: etag }),
      ...(hostKey !== null && {
        fetchHostKey: sql`coalesce(${feed.fetchHostKey}, ${hostKey})`,
        fetchNewHostKey: sql`nullif(${hostKey}, coalesce(${feed.fetchHostKey}, ${hostKey}))`,
      }),
      fetchError: error,
      fetchProblem: problem,
      // The fetch was counted when it was claimed. A file that did not arrive says nothing about the next one.
      ...(!isHeavy && {
        heavyFetches: hasFailed ? sql`greatest(${feed.heavyFetches} - 1, 0)` : 0,
      }),
    })
    .where(and(eq(feed.id, id), eq(feed.nextFetchAt, nextFetchAt!)))
    .returning({ id: feed.id });
  return rows.length > 0;
}
