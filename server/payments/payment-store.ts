import { and, asc, eq, isNull, lt, ne, sql } from "drizzle-orm";
import { afterCommit, type Executor } from "#server/platform/database/database.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import { disputeTable, paymentLogTable, paymentTable } from "./payment-table.ts";

/** Our copy of a payment intent. */
export type Payment = typeof paymentTable.$inferSelect;
type LogLine = Omit<typeof paymentLogTable.$inferInsert, "id" | "at">;

const isOpenForBooking = and(
  ne(paymentTable.status, "canceled"),
  isNull(paymentTable.quarantineReason),
);

export async function findPayment(executor: Executor, id: string): Promise<Payment | null> {
  const [payment] = await executor.select().from(paymentTable).where(eq(paymentTable.id, id));
  return payment ?? null;
}

export async function findPaymentByIntent(
  executor: Executor,
  intentId: string,
): Promise<Payment | null> {
  const [payment] = await executor
    .select()
    .from(paymentTable)
    .where(eq(paymentTable.intentId, intentId));
  return payment ?? null;
}

/** The payment with this id if its intent id is not stored yet, or null. */
export async function findPaymentWithoutIntent(
  executor: Executor,
  id: string,
): Promise<Payment | null> {
  const [payment] = await executor
    .select()
    .from(paymentTable)
    .where(and(eq(paymentTable.id, id), isNull(paymentTable.intentId)));
  return payment ?? null;
}

/** The open or successful payment of a booking, or null. */
export async function findPaymentOfBooking(
  executor: Executor,
  bookingId: string,
): Promise<Payment | null> {
  const [payment] = await executor
    .select()
    .from(paymentTable)
    .where(and(eq(paymentTable.bookingId, bookingId), isOpenForBooking));
  return payment ?? null;
}

/** Locks a payment until the transaction ends. Lock its booking first. */
export async function lockPayment(tx: Executor, id: string): Promise<Payment> {
  const [payment] = await tx
    .select()
    .from(paymentTable)
    .where(eq(paymentTable.id, id))
    .for("no key update");
  if (!payment) throw new Error(`There is no payment ${id}.`);
  return payment;
}

/** Inserts a payment before its intent is created. Key numbers continue from earlier payments of the booking. */
export async function insertPayment(
  tx: Executor,
  given: Pick<Payment, "id" | "amountMinor" | "currency"> & { bookingId: string },
): Promise<Payment> {
  const [payment] = await tx
    .insert(paymentTable)
    .values({
      ...given,
      keyNumber: sql`1 + coalesce((select max(earlier.key_number) from payment as earlier where earlier.booking_id = ${given.bookingId}), 0)`,
    })
    .returning();
  await appendLog(tx, {
    paymentId: given.id,
    kind: "payment",
    from: null,
    to: "creating",
    why: "payment started by the buyer",
  });
  return payment!;
}

/** Inserts a payment that was not created by this shop. Returns false if its intent is already stored. */
export async function insertUnknownPayment(
  tx: Executor,
  given: typeof paymentTable.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(paymentTable)
    .values(given)
    .onConflictDoNothing()
    .returning({ id: paymentTable.id });
  return rows.length > 0;
}

export async function updatePayment(
  tx: Executor,
  id: string,
  values: Partial<Omit<Payment, "id" | "createdAt" | "updatedAt">>,
): Promise<void> {
  await tx
    .update(paymentTable)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(paymentTable.id, id));
}

/** Uses another idempotency key after the provider stored a failure under this one. Does nothing if it already changed. */
export async function advanceKey(
  executor: Executor,
  { id, keyNumber }: Pick<Payment, "id" | "keyNumber">,
): Promise<void> {
  await executor
    .update(paymentTable)
    .set({ keyNumber: keyNumber + 1 })
    .where(and(eq(paymentTable.id, id), eq(paymentTable.keyNumber, keyNumber)));
}

/** Payments without a final status that were not updated for `seconds`, oldest first. */
export async function listStalePayments(
  executor: Executor,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<Payment[]> {
  return executor
    .select()
    .from(paymentTable)
    .where(
      and(
        sql`${paymentTable.status} not in ('succeeded', 'canceled')`,
        lt(paymentTable.updatedAt, sql`now() - make_interval(secs => ${seconds})`),
      ),
    )
    .orderBy(asc(paymentTable.updatedAt))
    .limit(limit);
}

/** Payments for the account's bookings or cars that are in progress, being refunded, or disputed. */
export async function countUnsettledPayments(
  executor: Executor,
  accountId: string,
): Promise<number> {
  const { rows } = await executor.execute<{ payments: number }>(sql`
    select count(*)::int as payments from payment
    join booking on booking.id = payment.booking_id
    join listing on listing.id = booking.listing_id
    where (booking.buyer_id = ${accountId} or listing.seller_id = ${accountId})
      and (payment.status in ('requires_action', 'processing')
        or exists (select from refund where refund.payment_id = payment.id and refund.status in ('requested', 'pending', 'requires_action'))
        or exists (select from dispute where dispute.payment_id = payment.id and dispute.is_open))`);
  return rows[0]?.payments ?? 0;
}

/** Whether the payment has an open dispute. */
export async function isDisputed(executor: Executor, paymentId: string): Promise<boolean> {
  const rows = await executor
    .select({ id: disputeTable.id })
    .from(disputeTable)
    .where(and(eq(disputeTable.paymentId, paymentId), eq(disputeTable.isOpen, true)))
    .limit(1);
  return rows.length > 0;
}

export async function appendLog(tx: Executor, line: LogLine): Promise<void> {
  await tx.insert(paymentLogTable).values(line);
  afterCommit(tx, () => countChange(line));
}

// From the provider's states. After a decline, a payment returns to the state that it had.
const paymentOutcomes = {
  creating: "started",
  succeeded: "succeeded",
  canceled: "canceled",
} as const;

function countChange({ kind, from, to }: LogLine): void {
  if (kind === "refund") return count("refunds", { outcome: to });
  if (kind !== "payment") return;
  const isDecline = to === "requires_payment_method" && from === to;
  const outcome = isDecline ? "declined" : paymentOutcomes[to as keyof typeof paymentOutcomes];
  count("payments", { outcome: outcome ?? "other" });
}
