import { and, count, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { readPage, type ListOrder } from "#server/platform/database/keyset.ts";
import { webhookDeliveryTable, webhookEndpointTable } from "./webhook-table.ts";

/** The database notifies this channel on commit when a webhook was queued, also in its function `queue_webhook`. */
export const queuedChannel = "webhook_queued";

const endpoint = webhookEndpointTable;
const delivery = webhookDeliveryTable;

/** A seller's endpoint, without its secret; null if they have none. */
export async function findEndpoint(db: Executor, accountId: string) {
  const [row] = await db
    .select({
      id: endpoint.id,
      url: endpoint.url,
      createdAt: endpoint.createdAt,
      failingSince: endpoint.failingSince,
      disabledAt: endpoint.disabledAt,
    })
    .from(endpoint)
    .where(eq(endpoint.accountId, accountId));
  return row ?? null;
}

/** Adds a seller's endpoint, or changes its URL and enables it. The secret stays if there is one. */
export async function upsertEndpoint(
  tx: Executor,
  row: { id: string; accountId: string; url: string; secret: string },
): Promise<{ isNew: boolean }> {
  const [endpointRow] = await tx
    .insert(endpoint)
    .values(row)
    .onConflictDoUpdate({
      target: endpoint.accountId,
      set: { url: row.url, disabledAt: null, failingSince: null },
    })
    .returning({ id: endpoint.id });
  return { isNew: endpointRow?.id === row.id };
}

/** Replaces the secret of a seller's endpoint. False if they have none. */
export async function setSecret(tx: Executor, accountId: string, secret: string): Promise<boolean> {
  const rows = await tx
    .update(endpoint)
    .set({ secret })
    .where(eq(endpoint.accountId, accountId))
    .returning({ id: endpoint.id });
  return rows.length > 0;
}

/** Deletes a seller's endpoint with its deliveries. False if they have none. */
export async function deleteEndpointOf(tx: Executor, accountId: string): Promise<boolean> {
  const rows = await tx
    .delete(endpoint)
    .where(eq(endpoint.accountId, accountId))
    .returning({ id: endpoint.id });
  return rows.length > 0;
}

const newestFirst: ListOrder<"created"> = {
  keys: { created: { value: delivery.createdAt, kind: "instant" } },
  id: { value: delivery.id, kind: "uuid" },
};

/** One page of the deliveries to a seller's endpoint, the latest first. @throws AppError invalid_cursor */
export function listDeliveryRows(
  db: Executor,
  accountId: string,
  query: { limit: number; cursor?: string | undefined },
) {
  return readPage(
    newestFirst,
    { ...query, sort: "-created" },
    ({ place, beyond, orderBy, limit }) =>
      db
        .select({
          place,
          id: delivery.id,
          type: delivery.type,
          productName: bookingTable.item,
          createdAt: delivery.createdAt,
          attempts: delivery.attempts,
          nextAttemptAt: delivery.nextAttemptAt,
          deliveredAt: delivery.deliveredAt,
          failedAt: delivery.failedAt,
          lastError: delivery.lastError,
        })
        .from(delivery)
        .innerJoin(endpoint, eq(endpoint.id, delivery.endpointId))
        .innerJoin(bookingTable, eq(bookingTable.id, delivery.bookingId))
        .where(and(eq(endpoint.accountId, accountId), beyond))
        .orderBy(...orderBy)
        .limit(limit),
  );
}

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveryRows>>["rows"][number];

export async function countDeliveries(db: Executor, accountId: string): Promise<number> {
  const [row] = await db
    .select({ deliveries: count() })
    .from(delivery)
    .innerJoin(endpoint, eq(endpoint.id, delivery.endpointId))
    .where(eq(endpoint.accountId, accountId));
  return row?.deliveries ?? 0;
}

/** Makes a delivery of a seller due now, as if it were new. False if they have none with this id. */
export async function resendDelivery(
  tx: Executor,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const rows = await tx
    .update(delivery)
    .set({
      attempts: 0,
      nextAttemptAt: sql`now()`,
      deliveredAt: null,
      failedAt: null,
      lastError: null,
    })
    .where(
      and(
        eq(delivery.id, id),
        sql`${delivery.endpointId} in (select ${endpoint.id} from ${endpoint} where ${endpoint.accountId} = ${accountId})`,
      ),
    )
    .returning({ id: delivery.id });
  if (rows.length === 0) return false;
  await tx.execute(sql`select pg_notify(${queuedChannel}, '')`);
  return true;
}

const isOpen = and(isNull(delivery.deliveredAt), isNull(delivery.failedAt));

/** Seconds after which a process that took a delivery must have been killed. */
const longestSending = 60;

/**
 * Takes the due delivery that has waited longest of the endpoint whose turn it is, and counts the attempt. No endpoint
 * gets two at a time, and those of suspended and deleted sellers get none. The next attempt is set before it is sent, so
 * a process that is killed meanwhile loses nothing.
 * @param isHealthy whether only endpoints count whose last delivery did not fail
 */
export function claimDelivery(
  db: Database,
  waits: readonly number[],
  { isHealthy = false }: { isHealthy?: boolean } = {},
): Promise<ClaimedDelivery | null> {
  return db.transaction(async (tx) => {
    const endpointId = await takeTurn(tx, isHealthy);
    return endpointId === null ? null : claimOldest(tx, endpointId, waits);
  });
}

/** The endpoint whose turn it is; null if none has a due delivery and is free. */
async function takeTurn(tx: Executor, isHealthy: boolean): Promise<string | null> {
  const next = sql`(
    select candidate.id from ${endpoint} as candidate
    join ${accountTable} as seller on seller.id = candidate.account_id
      and seller.deleted_at is null and seller.suspended_at is null
    where candidate.disabled_at is null and coalesce(candidate.sending_until <= now(), true)
      and ${isHealthy ? sql`candidate.failing_since is null` : sql`true`}
      and candidate.id in (
        select waiting.endpoint_id from ${delivery} as waiting
        where waiting.delivered_at is null and waiting.failed_at is null and waiting.next_attempt_at <= now())
    order by candidate.last_sent_at nulls first limit 1 for update of candidate skip locked)`;
  const [taken] = await tx
    .update(endpoint)
    .set({
      sendingUntil: sql`now() + make_interval(secs => ${longestSending})`,
      lastSentAt: sql`clock_timestamp()`,
    })
    .where(sql`${endpoint.id} = ${next}`)
    .returning({ id: endpoint.id });
  return taken?.id ?? null;
}

async function claimOldest(
  db: Executor,
  endpointId: string,
  waits: readonly number[],
): Promise<ClaimedDelivery | null> {
  const due = sql`(
    select waiting.id from ${delivery} as waiting
    where waiting.endpoint_id = ${endpointId}
      and waiting.delivered_at is null and waiting.failed_at is null and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.created_at limit 1 for update skip locked)`;
  // Arrays of SQL count from 1.
  const wait = sql`(array[${sql.join(
    waits.map((seconds) => sql`${seconds}::int`),
    sql`, `,
  )}])[least(${delivery.attempts} + 1, ${waits.length}::int)]`;
  const [claimed] = await db
    .update(delivery)
    .set({
      attempts: sql`${delivery.attempts} + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${wait})`,
    })
    .where(sql`${delivery.id} = ${due}`)
    .returning({ id: delivery.id });
  if (!claimed) return null;
  return readClaimed(db, claimed.id);
}

async function readClaimed(db: Executor, id: string) {
  const [row] = await db
    .select({
      id: delivery.id,
      type: delivery.type,
      createdAt: delivery.createdAt,
      attempts: delivery.attempts,
      endpointId: endpoint.id,
      failingSince: endpoint.failingSince,
      url: endpoint.url,
      secret: endpoint.secret,
      bookingId: bookingTable.id,
      listingId: bookingTable.listingId,
      item: bookingTable.item,
      priceMinor: bookingTable.priceMinor,
      currency: bookingTable.currency,
    })
    .from(delivery)
    .innerJoin(endpoint, eq(endpoint.id, delivery.endpointId))
    .innerJoin(bookingTable, eq(bookingTable.id, delivery.bookingId))
    .where(eq(delivery.id, id));
  return row ?? null;
}

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof readClaimed>>>;

export async function markDelivered(
  tx: Executor,
  { id, endpointId }: Pick<ClaimedDelivery, "id" | "endpointId">,
): Promise<void> {
  await tx
    .update(delivery)
    .set({ deliveredAt: sql`now()`, lastError: null })
    .where(eq(delivery.id, id));
  await tx
    .update(endpoint)
    .set({ failingSince: null, sendingUntil: null })
    .where(eq(endpoint.id, endpointId));
}

export async function markDeliveryFailed(
  tx: Executor,
  { id, endpointId }: Pick<ClaimedDelivery, "id" | "endpointId">,
  { error, isLast }: { error: string; isLast: boolean },
): Promise<void> {
  await tx
    .update(delivery)
    .set({ lastError: error, ...(isLast && { failedAt: sql`now()` }) })
    .where(and(eq(delivery.id, id), isOpen));
  await tx
    .update(endpoint)
    .set({ failingSince: sql`coalesce(${endpoint.failingSince}, now())`, sendingUntil: null })
    .where(eq(endpoint.id, endpointId));
}

/** Disables an endpoint that has failed for `days`. Returns its account, or null if it has not or was disabled before. */
export async function disableFailing(
  tx: Executor,
  endpointId: string,
  days: number,
): Promise<{ accountId: string; url: string } | null> {
  const [row] = await tx
    .update(endpoint)
    .set({ disabledAt: sql`now()` })
    .where(
      and(
        eq(endpoint.id, endpointId),
        isNull(endpoint.disabledAt),
        lt(endpoint.failingSince, sql`now() - make_interval(days => ${days})`),
      ),
    )
    .returning({ accountId: endpoint.accountId, url: endpoint.url });
  return row ?? null;
}

/** Deletes deliveries that ended before this many days. */
export async function pruneDeliveries(db: Executor, days: number): Promise<void> {
  await db
    .delete(delivery)
    .where(
      and(
        or(isNotNull(delivery.deliveredAt), isNotNull(delivery.failedAt)),
        lt(delivery.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    );
}
