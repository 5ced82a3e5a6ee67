import { sql } from "drizzle-orm";
import { index, integer, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";

/** An upload of the built-in image host. Its files lie under DATA_DIR; unclaimed ones go when they expire. */
export const imageTable = pgTable(
  "image",
  {
    id: uuid().primaryKey(),
    /** Pixels of the upright original. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** When an account or a product took it; from then on it stays. */
    claimedAt: timestamp("claimed_at", { withTimezone: true }),
  },
  (table) => [
    index("image_unclaimed_by_expiry")
      .on(table.expiresAt)
      .where(sql`claimed_at is null`),
  ],
);
