import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { CarEventKind } from "#shared/car-history/car-event.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * What happened to each car on sale. Triggers on `listing` and `booking` write it in the transaction of the change
 * (0026_car_history.sql), so every writer does. Rows are appended, never changed.
 */
export const carEventTable = pgTable(
  "car_event",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    /** Not a reference: what happened stays when the demo's listings are deleted. */
    listingId: uuid("listing_id").notNull(),
    /**
     * SHA-256 of the car's VIN, which finds its other listings without keeping the VIN of a deleted account. Events of kind
     * "identified" can also have a keyed hash of its registration or stock number (`carKeysOf`).
     */
    carKey: bytes("car_key"),
    kind: text().$type<CarEventKind>().notNull(),
    priceMinor: bigint("price_minor", { mode: "number" }),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** SHA-256 of the other columns (`car_event_text` in the database), set by a trigger. */
    hash: bytes().notNull(),
  },
  (table) => [
    index("car_event_listing").on(table.listingId, table.id),
    index("car_event_car")
      .on(table.carKey, table.id)
      .where(sql`car_key is not null`),
  ],
);

/** Events that are not sealed yet. The trigger that writes an event adds it, sealing removes it. */
export const carEventUnsealedTable = pgTable("car_event_unsealed", {
  eventId: bigint("event_id", { mode: "number" }).primaryKey(),
});

/** The chain: each seal is the SHA-256 of the one before and of its event's hash. Rows are appended, never changed. */
export const carEventSealTable = pgTable("car_event_seal", {
  /** From 1, without gaps. */
  position: bigint({ mode: "number" }).primaryKey(),
  eventId: bigint("event_id", { mode: "number" })
    .notNull()
    .unique()
    .references(() => carEventTable.id),
  hash: bytes().notNull(),
});

/** The last seal, in a single row, and how far the listings from before the history have been added to it. */
export const carHistoryHeadTable = pgTable("car_history_head", {
  id: boolean().primaryKey().default(true),
  position: bigint({ mode: "number" }).notNull().default(0),
  hash: bytes().notNull(),
  /** The listings up to this id have their events; null once all of them do. */
  filledTo: uuid("filled_to"),
});
