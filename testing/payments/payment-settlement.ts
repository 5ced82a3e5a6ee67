import type { Pool } from "pg";
import { isPaid } from "#shared/bookings/booking.ts";
import type { ProviderState } from "./provider-fixture.ts";
import type { Records } from "./payment-records.ts";

/**
 * What is wrong with the records after all events were delivered or dropped and the reconciler finds nothing more.
 * `slipped`: bookings that ended without a cancellation at the provider.
 */
export function unsettled(
  records: Records,
  { intents, refunds, disputes }: ProviderState,
  slipped: Set<string>,
): string[] {
  const faults: string[] = [];
  const must = (is: boolean, what: string) => void (is || faults.push(what));
  for (const booking of records.bookings) {
    const name = `booking ${booking.id} (${booking.state})`;
    must(booking.state !== "releasing", `${name}: never released`);
    const ours = records.payments.filter(
      (one) =>
        one.bookingId === booking.id && one.quarantine === null && one.status === "succeeded",
    );
    const waits = !isPaid(booking.state) && booking.state !== "refunded";
    must(!waits || ours.length === 0, `${name}: its payment went through`);
    if (isPaid(booking.state) || booking.state === "held" || slipped.has(booking.id)) continue;
    const open = records.payments.filter((one) => one.bookingId === booking.id);
    must(
      open.every((one) => one.status === "succeeded" || one.status === "canceled"),
      `${name}: can still be paid for`,
    );
  }
  for (const intent of intents) {
    const ours = records.payments.find((one) => one.intentId === intent.id);
    const asWritten = ours && `${ours.status} ${ours.captured}`;
    const stated = `${intent.status} ${intent.status === "succeeded" ? intent.capturedMinor : 0}`;
    if (ours) must(asWritten === stated, `${intent.id} is ${stated}, our copy ${asWritten}`);
    else must(intent.status === "canceled", `${intent.id} is ${stated}, and unknown here`);
  }
  const written = records.payments.flatMap((one) => one.refunds);
  for (const refund of refunds) {
    const ours = written.filter((one) => one.providerId === refund.id);
    must(ours.length === 1, `${refund.id} is written ${ours.length} times`);
    const same = ours[0]?.status === refund.status && ours[0].minor === refund.amountMinor;
    must(same, `${refund.id} is ${refund.status}, our copy ${ours[0]?.status}`);
  }
  for (const payment of records.payments) {
    const isFrozen = payment.disputes.some((one) => one.isOpen);
    for (const one of payment.refunds) {
      must(one.status !== "requested" || isFrozen, `refund ${one.id} was never sent`);
      const isAnswered = one.status !== "requested" && !one.providerId?.startsWith("refused-");
      const isThere = refunds.some(({ id }) => id === one.providerId);
      must(!isAnswered || isThere, `refund ${one.id} (${one.status}) is not the provider's`);
    }
  }
  for (const dispute of disputes) {
    const ours = records.payments
      .flatMap((one) => one.disputes)
      .find((one) => one.id === dispute.id);
    must(
      ours?.status === dispute.status,
      `${dispute.id} is ${dispute.status}, our copy ${ours?.status}`,
    );
  }
  return faults;
}

/** Hides the rows of this scenario from the next one in the same database. */
export async function retireScenarios(pool: Pool): Promise<void> {
  await pool.query(
    `update payment set updated_at = 'infinity' where updated_at <> 'infinity';
     update refund set status = 'canceled', updated_at = 'infinity' where status in ('requested', 'pending');
     update booking set expires_at = 'infinity' where state = 'held' and expires_at <> 'infinity';
     update provider_event set state = 'unclaimed' where state = 'waiting'`,
  );
}
