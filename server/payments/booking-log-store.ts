import { sql } from "drizzle-orm";
import type { BookingLogEntry } from "#shared/payments/payment-contract.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** The log of a booking and its payments, oldest first. */
export async function readBookingLog(
  executor: Executor,
  bookingId: string,
): Promise<BookingLogEntry[]> {
  const { rows } = await executor.execute<{
    at: string;
    kind: BookingLogEntry["kind"];
    actor: string | null;
    from: string | null;
    to: string;
    why: string;
  }>(sql`
    select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, actor, "from", "to", why
    from (
      select event.at, 'booking' as kind, account.name as actor, from_state as "from", to_state as "to", why, 0 as part, event.id
      from booking_event as event left join account on account.id = event.actor_id
      where booking_id = ${bookingId}
      union all
      select line.at, line.kind, account.name, from_status, to_status, why, 1, line.id
      from payment_log as line
      join payment on payment.id = line.payment_id
      left join account on account.id = line.actor_id
      where payment.booking_id = ${bookingId}
    ) as happened
    order by happened.at, part desc, id`);
  return rows.map(({ at, kind, actor, from, to, why }) => ({ at, kind, actor, from, to, why }));
}
