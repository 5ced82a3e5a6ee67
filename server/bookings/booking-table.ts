import { and, eq, gt, inArray, isNotNull, lte, not, or, sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  check,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  liveBookingStates,
  paidLatelyDays,
  type BookingState,
  type EndOfHold,
} from "#shared/bookings/booking.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";

const liveStates = sql.raw(liveBookingStates.map((state) => `'${state}'`).join(", "));

/** A buyer's booking of one car, with the car's name, picture and price at the time of booking. */
export const bookingTable = pgTable(
  "booking",
  {
    id: uuid().primaryKey(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id),
    buyerId: uuid("buyer_id")
      .notNull()
      .references(() => accountTable.id),
    state: text().$type<BookingState>().notNull(),
    item: text().notNull(),
    image: text().notNull(),
    priceMinor: bigint("price_minor", { mode: "number" }).notNull(),
    /** The part of the price charged by card: all of it, or the deposit in force at the time of booking. */
    dueNowMinor: bigint("due_now_minor", { mode: "number" }).notNull(),
    currency: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(""),
    location: text().notNull().default(""),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** End of the hold, by the database's clock. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** When a payment was first started. From then on the hold ends only after the provider has canceled it. */
    paymentBegunAt: timestamp("payment_begun_at", { withTimezone: true }),
    /** Hash of the buyer's IP address, because holds are limited per address. Deleted when the hold ends. */
    heldFrom: text("held_from"),
    /** The state that follows `releasing`. */
    releasingTo: text("releasing_to").$type<EndOfHold>(),
  },
  (table) => [
    // This index guarantees one buyer per car. The checks in the code only give the reason for a refusal.
    uniqueIndex("booking_one_live_per_listing")
      .on(table.listingId)
      .where(sql`state in (${liveStates})`),
    index("booking_buyer_newest").on(table.buyerId, table.createdAt, table.id),
    index("booking_held_by_expiry")
      .on(table.expiresAt)
      .where(sql`state = 'held'`),
    index("booking_releasing")
      .on(table.id)
      .where(sql`state = 'releasing'`),
    index("booking_held_from")
      .on(table.heldFrom)
      .where(sql`held_from is not null`),
    index("booking_listing").on(table.listingId),
    index("booking_newest").on(table.createdAt, table.id),
    // For the admin's list: its other sort orders, and trigram search.
    index("booking_item").on(sql`lower(item)`, table.id),
    index("booking_price").on(table.priceMinor, table.id),
    index("booking_buyer_name").on(sql`lower(name)`, table.id),
    index("booking_searched").using(
      "gin",
      sql`search_grams(lower(item || ' ' || name || ' ' || email))`,
    ),
    index("booking_image").on(sql`image_id(image)`),
    check(
      "booking_releasing_to_end",
      sql`(${table.state} = 'releasing') = (${table.releasingTo} is not null)`,
    ),
  ],
);

// Conditions on a booking, for queries in every feature. Times come from the database's clock.

export const isHeld = eq(bookingTable.state, "held");
/** A hold that has ended, whether or not the job that ends holds has run since. */
export const hasLapsed = lte(bookingTable.expiresAt, sql`now()`);
export const isRunning = gt(bookingTable.expiresAt, sql`now()`);
export const isUnpaid = inArray(bookingTable.state, ["held", "releasing"]);
export const isSold = inArray(bookingTable.state, ["paid", "partly_refunded"]);
/** Sold lately enough that the handover may still be ahead. */
export const isPaidLately = and(
  isSold,
  sql`${bookingTable.createdAt} > now() - ${`${paidLatelyDays} days`}::interval`,
)!;
/** In a state that takes the car. Written as in the partial unique index, so that the planner uses the index. */
export const isInLiveState = sql`${bookingTable.state} in (${liveStates})`;
/** Whether the booking reserves the car now. An expired hold does not. */
export const isLive = and(isInLiveState, or(not(isHeld), isRunning));
/**
 * Whether the booking still binds its buyer and its car: a live booking, or an ended hold whose payment can still
 * arrive because the provider has not canceled it.
 */
export const isBinding = and(
  isInLiveState,
  or(not(isHeld), isRunning, isNotNull(bookingTable.paymentBegunAt)),
);

/** The log of a booking's state changes. Rows are appended, never changed. */
export const bookingEventTable = pgTable(
  "booking_event",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    bookingId: uuid("booking_id")
      .notNull()
      .references(() => bookingTable.id),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** The account that made the change; null for the clock or the card provider. */
    actorId: uuid("actor_id").references(() => accountTable.id),
    from: text("from_state").$type<BookingState>(),
    to: text("to_state").$type<BookingState>().notNull(),
    why: text().notNull(),
  },
  (table) => [index("booking_event_booking").on(table.bookingId)],
);
