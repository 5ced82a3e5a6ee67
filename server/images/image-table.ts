import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** An upload of the built-in image host. Its files are in the image store. It is removed if it expires unclaimed. */
export const imageTable = pgTable(
  "image",
  {
    id: uuid().primaryKey(),
    /** Pixels of the original, rotated upright. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** SHA-256 of the file as it was uploaded, in base64url. Null for uploads of earlier versions. */
    fileHash: text("file_hash"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    /** When an account or a listing claimed it. Claimed uploads do not expire. */
    claimedAt: timestamp("claimed_at", { withTimezone: true }),
  },
  (table) => [
    index("image_unclaimed_by_expiry")
      .on(table.expiresAt)
      .where(sql`claimed_at is null`),
  ],
);
