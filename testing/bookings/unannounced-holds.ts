import type { Pool } from "pg";

/**
 * Compares the booking log with the outbox of the whole database. Returns the holds, with the email addresses of their
 * buyer and seller, whose start or end was not announced by exactly one email each time. Deleted accounts are skipped. A
 * seller gets at most one email about an end, and none if the car was removed with it. Ends that a test made itself have
 * no reason in the log and no email.
 */
export async function unannouncedHolds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `with emails as (select to_address, kind, count(*) as n from email group by 1, 2),
     happened as (
       select b.buyer_id, l.seller_id, e.to_state = 'held' as begun from booking_event as e
       join booking as b on b.id = e.booking_id join listing as l on l.id = b.listing_id
       where e.to_state = 'held' or (e.to_state in ('cancelled', 'expired') and e.from_state in ('held', 'releasing') and e.why <> '')),
     expected as (
       select buyer_id as id, 'booking.buyer' as kind, count(*) filter (where begun) as n, true as exactly from happened group by 1
       union all select seller_id, 'booking.seller', count(*) filter (where begun), true from happened group by 1
       union all select buyer_id, 'released.buyer', count(*) filter (where not begun), true from happened group by 1
       union all select seller_id, 'released.seller', count(*) filter (where not begun), false from happened group by 1)
     select account.email || ': ' || expected.kind || ' ' || coalesce(emails.n, 0) || ' times, not ' || expected.n as line
     from expected join account on account.id = expected.id and account.deleted_at is null
     left join emails on emails.to_address = account.email and emails.kind = expected.kind
     where case when exactly then coalesce(emails.n, 0) <> expected.n else coalesce(emails.n, 0) > expected.n end`,
  );
  return rows.map(({ line }) => line);
}
