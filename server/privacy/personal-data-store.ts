import { eq, or, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** The user whose account is being deleted. */
export type User = {
  id: string;
  identityId: string | null;
  name: string;
  email: string;
  phone: string;
  photoUrl: string | null;
};

/**
 * Lets one erasure run at a time: each also locks records of others that mention its account. Call it before any other
 * lock of the transaction.
 */
export async function lockErasures(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('account-erasure', 0))`);
}

/** @throws Error if there is no such account, which would be a bug */
export async function readUserToErase(tx: Executor, id: string): Promise<User> {
  const [user] = await tx
    .select({
      id: accountTable.id,
      identityId: accountTable.identityId,
      name: accountTable.name,
      email: accountTable.email,
      phone: accountTable.phone,
      photoUrl: accountTable.photoUrl,
    })
    .from(accountTable)
    .where(eq(accountTable.id, id));
  if (!user) throw new Error(`There is no account ${id}.`);
  return user;
}

/**
 * Locks a user's bookings and reports until the transaction ends. Changes to them queue emails to the user, and no such
 * email may be queued after the account is erased.
 */
export async function lockRecordsForUpdate(tx: Executor, id: string): Promise<void> {
  await tx.execute(sql`select from booking where id in (${bookingsOf(id)}) order by id for update`);
  await tx.execute(sql`select from report where reporter_id = ${id} order by id for update`);
}

/**
 * Every phone number and picture of a user's listings, and the phone numbers and names on their bookings. A booking of
 * a listing may show a picture that the listing no longer has.
 */
export async function readRemainingWords(
  tx: Executor,
  id: string,
): Promise<{ names: string[]; phones: string[]; images: string[] }> {
  const cars = await tx
    .select({ phone: listingTable.phone, photos: listingTable.photos })
    .from(listingTable)
    .where(eq(listingTable.sellerId, id));
  const booked = await tx
    .selectDistinct({ image: bookingTable.image })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .where(eq(listingTable.sellerId, id));
  const bookings = await tx
    .selectDistinct({ phone: bookingTable.phone, name: bookingTable.name })
    .from(bookingTable)
    .where(eq(bookingTable.buyerId, id));
  return {
    names: bookings.map(({ name }) => name),
    phones: [...cars, ...bookings].map(({ phone }) => phone),
    images: [...cars.flatMap(({ photos }) => photos), ...booked].map(({ image }) => image),
  };
}

/** Ids of everything related to a user: the possible subjects of log entries about them. */
export function subjectsOf(id: string) {
  return sql`
    select ${id}::uuid as id
    union select listing.id from listing where seller_id = ${id}
    union select moderation_action.id from moderation_action where seller_id = ${id}
    union select appeal.id from appeal join moderation_action on moderation_action.id = action_id where seller_id = ${id}
    union select report.listing_id from report where reporter_id = ${id}
    union select booking.listing_id from booking where buyer_id = ${id}
    union select booking.id from booking where booking.id in (${bookingsOf(id)})
    union select payment.id from payment where payment.booking_id in (${bookingsOf(id)})`;
}

/** Ids of the bookings that a user made, and of the bookings of their listings. */
export function bookingsOf(id: string) {
  return sql`
    select booking.id from booking join listing on listing.id = booking.listing_id
    where ${or(eq(bookingTable.buyerId, id), eq(listingTable.sellerId, id))}`;
}

/** The card provider's ids of a user's payments, including failed ones. */
export async function listIntents(tx: Executor, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ intent: string }>(sql`
    select payment.intent_id as intent from payment join booking on booking.id = payment.booking_id
    where booking.buyer_id = ${id} and payment.intent_id is not null`);
  return rows.map((row) => row.intent);
}
