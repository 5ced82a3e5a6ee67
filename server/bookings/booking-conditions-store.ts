import { eq, gt, lte, sql } from "drizzle-orm";
import { bookingTable } from "./booking-table.ts";

// What the feature's queries ask of a booking, written once. Times are the database's clock.

export const isHeld = eq(bookingTable.state, "held");
/** The end of a hold: the one guard of every expiry. */
export const hasLapsed = lte(bookingTable.expiresAt, sql`now()`);
export const isRunning = gt(bookingTable.expiresAt, sql`now()`);
/** Written out as in the partial unique index, which the planner then uses. */
export const isLive = sql`${bookingTable.state} in ('held', 'releasing', 'paid', 'partly_refunded')`;
/**
 * A hold that ran out keeps its people and its car while money may still come for it: until it is swept, and its
 * payment cancelled at the provider.
 */
export const isBinding = sql`(${isLive} and not (${isHeld} and ${hasLapsed} and ${bookingTable.paymentBegunAt} is null))`;
