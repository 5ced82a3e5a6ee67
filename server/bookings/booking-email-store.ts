import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import { isOnSale, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingEventTable, bookingTable } from "./booking-table.ts";

const buyer = alias(accountTable, "buyer");
const seller = alias(accountTable, "seller");

/** Facts and recipients for booking emails. Accounts are read as they are now and may have been deleted since. */
export function readEmailFacts(tx: Executor, bookingIds: string[]) {
  return tx
    .select({
      id: bookingTable.id,
      state: bookingTable.state,
      item: bookingTable.item,
      image: bookingTable.image,
      priceMinor: bookingTable.priceMinor,
      dueNowMinor: bookingTable.dueNowMinor,
      currency: bookingTable.currency,
      expiresAt: bookingTable.expiresAt,
      /** Whether the buyer canceled the hold. */
      isEndedByBuyer: sql<boolean>`coalesce((
        select ${bookingEventTable.actorId} = ${bookingTable.buyerId} from ${bookingEventTable}
        where ${bookingEventTable.bookingId} = ${bookingTable.id} and ${bookingEventTable.from} = 'held'
        order by ${bookingEventTable.id} desc limit 1), false)`,
      isOnSale: sql<boolean>`${and(
        isNull(listingTable.withdrawnAt),
        isNull(listingTable.removedAt),
        isOnSale,
        isNull(seller.deletedAt),
        isNull(seller.suspendedAt),
      )}`,
      buyer: {
        name: buyer.name,
        email: buyer.email,
        isDeleted: sql<boolean>`${buyer.deletedAt} is not null`,
      },
      seller: { name: seller.name, email: seller.email },
    })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .innerJoin(buyer, eq(buyer.id, bookingTable.buyerId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .where(inArray(bookingTable.id, bookingIds))
    .orderBy(asc(bookingTable.id));
}

export type EmailFacts = Awaited<ReturnType<typeof readEmailFacts>>[number];
