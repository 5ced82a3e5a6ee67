import { exists, or, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { releaseClaim } from "#server/images/public.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** Releases a claim and expires the image at once, if no account, listing or booking shows it anymore. */
export async function releaseUnlessShown(tx: Executor, id: string): Promise<void> {
  // As the indexes have it: each table can have hundreds of thousands of rows.
  const isShown = or(
    exists(
      tx
        .select({ one: sql`1` })
        .from(accountTable)
        .where(sql`image_id(${accountTable.photoUrl}) = ${id}`),
    ),
    exists(
      tx
        .select({ one: sql`1` })
        .from(listingTable)
        .where(
          sql`${listingTable.photos} <> '[]' and image_ids(${listingTable.photos}) @> array[${id}]::text[]`,
        ),
    ),
    exists(
      tx
        .select({ one: sql`1` })
        .from(bookingTable)
        .where(sql`image_id(${bookingTable.image}) = ${id}`),
    ),
  );
  await releaseClaim(tx, id, isShown!);
}
