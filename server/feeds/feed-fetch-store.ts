import { and, eq, like, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import type { Feed } from "./feed-store.ts";
import { feedTable } from "./feed-table.ts";
import type { FetchLogin } from "./fetch-login.ts";

const feed = feedTable;

const minutes = (count: number) => sql`now() + make_interval(mins => ${count})`;

const noLogin: FetchLogin = {
  ...{ fetchUsername: null, fetchPassword: null, fetchPrivateKey: null, fetchHostKey: null },
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
      ...{ fetchedAt: null, fetchEtag: null, fetchError: null, fetchNewHostKey: null },
    })
    .where(eq(feed.id, id));
}

/** The end of what is said of a fetch whose plan has reasons for a review. */
export const planWaits = "The plan waits for you.";

/** Whether a feed's last fetch succeeded: its server answered, with a file that could be read. */
export const isProven = ({ fetchedAt, fetchError }: Feed) =>
  fetchedAt !== null && (fetchError === null || fetchError.endsWith(planWaits));
const proven = sql`waiting.fetched_at is not null
  and (waiting.fetch_error is null or waiting.fetch_error like ${`%${planWaits}`})`;

const hostPattern = "^[a-z]+://([^/?#]+)";
/** The server and port of a feed's URL. */
export const hostOf = (url: string) =>
  new RegExp(hostPattern, "i").exec(url)?.[1]!.toLowerCase() ?? "";

/**
 * Takes the feed whose file is due for the longest. If its process stops, it is due again half an hour later.
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
  const due = sql`(select waiting.id from ${feed} as waiting where waiting.next_fetch_at <= now()
    and waiting.seller_id not in
      (select value::uuid from json_array_elements_text(${JSON.stringify(notOf)}::json))
    and lower(substring(waiting.fetch_url from ${hostPattern})) not in
      (select value from json_array_elements_text(${JSON.stringify(notFrom)}::json))
    and ${onlyProven ? proven : sql`true`}
    order by waiting.next_fetch_at limit 1 for update skip locked)`;
  const [claimed] = await db
    .update(feed)
    .set({ nextFetchAt: minutes(30) })
    .where(sql`${feed.id} = ${due}`)
    .returning();
  return claimed ?? null;
}

/** No longer says that a fetched plan waits. */
export async function forgetWaitingPlan(tx: Executor, id: string): Promise<void> {
  await tx
    .update(feed)
    .set({ fetchError: null })
    .where(and(eq(feed.id, id), like(feed.fetchError, `%${planWaits}`)));
}

export type FetchOutcome = {
  etag: string | null;
  error: string | null;
  /** What an SFTP server has shown. */
  hostKey: string | null;
  hasFailed: boolean;
};

/**
 * Records a claimed fetch, unless its settings changed or it was claimed again since: false. The next one is at the feed's hour, or
 * after a failure in an hour. The first host key is trusted from then on.
 */
export async function markFeedFetched(
  tx: Executor,
  { id, nextFetchAt }: Feed,
  { etag, error, hostKey, hasFailed }: FetchOutcome,
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
    })
    .where(and(eq(feed.id, id), eq(feed.nextFetchAt, nextFetchAt!)))
    .returning({ id: feed.id });
  return rows.length > 0;
}
