import { sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { isInLiveState, isSold } from "./booking-table.ts";

/** What ties a person to others still: cars that are reserved, and sales that are not yet `settledDays` old. */
export type OpenDeals = { held: number; sold: number };

/**
 * The open deals of a person, as buyer and as seller. Their account and cars are locked, so that in a transaction the
 * answer stays true. A hold that ran out binds nobody unless money may still come for it.
 */
export async function countOpenDeals(
  tx: Executor,
  accountId: string,
  settledDays: number,
): Promise<{ bought: OpenDeals; offered: OpenDeals }> {
  await tx.execute(sql`select from account where id = ${accountId} for no key update`);
  await tx.execute(
    sql`select from listing where seller_id = ${accountId} order by id for no key update`,
  );
  const { rows } = await tx.execute<
    Record<"held" | "sold" | "heldOfTheirs" | "soldOfTheirs", number>
  >(sql`
    select
      count(*) filter (where is_buyer and not is_sold)::int as held,
      count(*) filter (where is_buyer and is_sold)::int as sold,
      count(*) filter (where not is_buyer and not is_sold)::int as "heldOfTheirs",
      count(*) filter (where not is_buyer and is_sold)::int as "soldOfTheirs"
    from (
      select booking.buyer_id = ${accountId} as is_buyer, ${isSold} as is_sold,
        case booking.state
          when 'held' then booking.expires_at > now() or booking.payment_begun_at is not null
          when 'releasing' then true
          else coalesce(
            (select max(at) from booking_event where booking_id = booking.id and to_state = 'paid'),
            booking.created_at
          ) > now() - make_interval(days => ${settledDays})
        end as is_open
      from booking join listing on listing.id = booking.listing_id
      where (booking.buyer_id = ${accountId} or listing.seller_id = ${accountId})
        and ${isInLiveState}
    ) as deal
    where is_open`);
  const counted = rows[0]!;
  return {
    bought: { held: counted.held, sold: counted.sold },
    offered: { held: counted.heldOfTheirs, sold: counted.soldOfTheirs },
  };
}
