import { sql } from "drizzle-orm";
import {
  bigserial,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { imageTable } from "#server/images/image-table.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Listings whose photos changed since they were compared. Triggers on `listing` add them (0039_reused_photos.sql). */
export const photoDueTable = pgTable(
  "photo_due",
  {
    listingId: uuid("listing_id").primaryKey(),
    /** Another number after each change, so that a change during the comparison is not missed. */
    change: bigserial({ mode: "number" }).notNull(),
  },
  (table) => [index("photo_due_change").on(table.change)],
);

/** The uploaded photos of listings, as they were compared. */
export const listingPhotoTable = pgTable(
  "listing_photo",
  {
    listingId: uuid("listing_id").notNull(),
    imageId: uuid("image_id")
      .notNull()
      .references(() => imageTable.id, { onDelete: "cascade" }),
    /** `hashPhoto`; null if there is nothing to recognize. */
    hashes: bytes(),
    /** `bandsOf` these. */
    bands: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.imageId] }),
    index("listing_photo_image").on(table.imageId),
    index("listing_photo_bands").using("gin", table.bands),
  ],
);

/** Photos of listings that look like one of another seller's. It goes with either photo. */
export const photoMatchTable = pgTable(
  "photo_match",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    /** The listing whose photo came later. */
    listingId: uuid("listing_id").notNull(),
    imageId: uuid("image_id").notNull(),
    otherListingId: uuid("other_listing_id").notNull(),
    otherImageId: uuid("other_image_id").notNull(),
    /** Bits of 256 that differ. */
    distance: smallint().notNull(),
    foundAt: timestamp("found_at", { withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    unique("photo_match_photos").on(
      table.listingId,
      table.imageId,
      table.otherListingId,
      table.otherImageId,
    ),
    index("photo_match_other").on(table.otherListingId, table.otherImageId),
    foreignKey({
      name: "photo_match_photo",
      columns: [table.listingId, table.imageId],
      foreignColumns: [listingPhotoTable.listingId, listingPhotoTable.imageId],
    }).onDelete("cascade"),
    foreignKey({
      name: "photo_match_other_photo",
      columns: [table.otherListingId, table.otherImageId],
      foreignColumns: [listingPhotoTable.listingId, listingPhotoTable.imageId],
    }).onDelete("cascade"),
  ],
);
