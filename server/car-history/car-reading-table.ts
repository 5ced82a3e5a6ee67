import {
  bigserial,
  customType,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { Make } from "#shared/makes/all-makes.ts";
import type { MileageUnit } from "#shared/listings/listing.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Every mileage that was stated for a VIN. Triggers on `listing` write it (0035_car_readings.sql). Rows are appended,
 * never changed.
 */
export const carReadingTable = pgTable(
  "car_reading",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    /** Not a reference, like that of `car_event`. */
    listingId: uuid("listing_id").notNull(),
    /** SHA-256 of the VIN. */
    carKey: bytes("car_key").notNull(),
    make: text().$type<Make>().notNull(),
    year: smallint(),
    mileage: integer().notNull(),
    unit: text().$type<MileageUnit>().notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    index("car_reading_car").on(table.carKey, table.id),
    index("car_reading_listing").on(table.listingId),
  ],
);
