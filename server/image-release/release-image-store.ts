import { exists, or, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { imageTable } from "#server/images/image-table.ts";
import { releaseClaim } from "#server/images/public.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** Releases a claim and expires the image at once, if no account, listing or booking shows it anymore. */
export async function releaseUnlessShown(tx: Executor, id: string): Promise<void> {
  const path = sql`'/images/' || ${imageTable.id} || '/%'`;
  const isShown = or(
    exists(
      tx
        .select({ one: sql`1` })
        .from(accountTable)
        .where(sql`${accountTable.photoUrl} like ${path}`),
    ),
    exists(
      tx
        .select({ one: sql`1` })
        .from(listingTable)
        .where(sql`${listingTable.photos}::text like '%"' || ${path} || '"%'`),
    ),
    exists(
      tx
        .select({ one: sql`1` })
        .from(bookingTable)
        .where(sql`${bookingTable.image} like ${path}`),
    ),
  );
  await releaseClaim(tx, id, isShown!);
}
