import { and, isNotNull, isNull, or, sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CarDetails } from "#shared/listings/car-details.ts";
import type { Make } from "#shared/makes/all-makes.ts";
import type {
  Condition,
  Fuel,
  FuelEconomyUnit,
  MileageUnit,
  Photo,
  Transmission,
} from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import { accountTable } from "#server/accounts/account-table.ts";

/** A car offered for sale: the seller's facts and, for an imported car, where they came from. */
export const listingTable = pgTable(
  "listing",
  {
    id: uuid().primaryKey(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => accountTable.id),
    name: text().notNull(),
    make: text().$type<Make>().notNull(),
    categoryId: smallint("category_id").notNull(),
    model: text(),
    year: smallint(),
    mileage: integer(),
    mileageUnit: text("mileage_unit").$type<MileageUnit>(),
    fuel: text().$type<Fuel>(),
    transmission: text().$type<Transmission>(),
    engineSizeCc: integer("engine_size_cc"),
    bodyType: text("body_type").$type<BodyType>(),
    /** The body type was inferred from the model, not stated by the source. */
    bodyTypeTypical: boolean("body_type_typical").notNull().default(false),
    fuelEconomy: numeric("fuel_economy", { precision: 6, scale: 2, mode: "number" }),
    fuelEconomyUnit: text("fuel_economy_unit").$type<FuelEconomyUnit>(),
    annualTaxMinor: bigint("annual_tax_minor", { mode: "number" }),
    colour: text(),
    vin: text(),
    /** The seller's own number and the license plate as the seller typed them in a form. Never public. */
    stockNumber: text("stock_number"),
    registration: text(),
    condition: text().$type<Condition>(),
    location: text().notNull().default(""),
    phone: text().notNull().default(""),
    description: text().notNull().default(""),
    /**
     * The photos in the seller's order; the first is the cover. An image is root-relative for the built-in host,
     * absolute for another.
     */
    photos: jsonb().$type<Photo[]>().notNull().default([]),
    /** Details beside the specified facts (`carDetails`); null without any. */
    details: jsonb().$type<CarDetails>(),
    /** The cover. Null shows an illustration. */
    image: text().generatedAlwaysAs(sql`photos -> 0 ->> 'image'`),
    originalPriceMinor: bigint("original_price_minor", { mode: "number" }),
    resalePriceMinor: bigint("resale_price_minor", { mode: "number" }).notNull(),
    purchaseYear: smallint("purchase_year"),
    /** Years used as stated by the seller. If `year` is known, they are computed from it instead. */
    usedYears: smallint("used_years"),
    isAdvertised: boolean("is_advertised").notNull().default(false),
    advertisedAt: timestamp("advertised_at", { withTimezone: true }),
    withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
    /** Since when a withdrawn car is only off sale: its seller can put it back. Null for a deleted one. */
    offSaleAt: timestamp("off_sale_at", { withTimezone: true }),
    removedAt: timestamp("removed_at", { withTimezone: true }),
    /** When a refund undid the sale. The car is off sale until an admin relists it. */
    saleReversedAt: timestamp("sale_reversed_at", { withTimezone: true }),
    /** When it went off sale because it was not confirmed. The seller can relist it. */
    lapsedAt: timestamp("lapsed_at", { withTimezone: true, precision: 3 }),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    /** When the seller last changed the car's facts, price or photos. */
    updatedAt: timestamp("updated_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    sourceFile: text("source_file"),
    sourceRow: integer("source_row"),
    sourceCurrency: text("source_currency"),
    sourcePriceMinor: bigint("source_price_minor", { mode: "number" }),
    /** Exchange rate given to the import: shop currency per unit of the feed's currency. */
    sourceRate: numeric("source_rate", { precision: 18, scale: 8 }),
    importFingerprint: text("import_fingerprint"),
  },
  (table) => [
    uniqueIndex("listing_import_unique").on(table.sellerId, table.importFingerprint),
    index("listing_seller_newest").on(table.sellerId, table.createdAt, table.id),
    index("listing_category_newest")
      .on(table.categoryId, table.createdAt, table.id)
      .where(sql`withdrawn_at is null and removed_at is null`),
    index("listing_newest")
      .on(table.createdAt, table.id)
      .where(sql`withdrawn_at is null and removed_at is null`),
    // A booking without a product id finds its car by the exact name.
    index("listing_name")
      .on(table.name)
      .where(sql`withdrawn_at is null and removed_at is null`),
    // Created in db/migrations/online/0033_listing_vin.sql.
    index("listing_vin")
      .on(table.vin)
      .where(sql`vin is not null`),
    // This and those of accounts and bookings: created in db/migrations/online/0058_images_in_use.sql.
    index("listing_images")
      .using("gin", sql`image_ids(photos)`)
      .where(sql`photos <> '[]'`),
    check("listing_price_positive", sql`${table.resalePriceMinor} > 0`),
    check(
      "listing_photos_at_most_24",
      sql`jsonb_typeof(${table.photos}) = 'array' and jsonb_array_length(${table.photos}) <= 24`,
    ),
    check("listing_category_known", sql`${table.categoryId} > 0`),
    check(
      "listing_mileage_has_unit",
      sql`(${table.mileage} is null) = (${table.mileageUnit} is null)`,
    ),
    check(
      "listing_economy_has_unit",
      sql`(${table.fuelEconomy} is null) = (${table.fuelEconomyUnit} is null)`,
    ),
  ],
);

/**
 * Every price that a listing had, the first one included. Triggers on `listing` write it in the transaction that sets
 * the price (0016_photos_and_price_changes.sql). Rows are appended, never changed.
 */
export const listingPriceChangeTable = pgTable(
  "listing_price_change",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id),
    priceMinor: bigint("price_minor", { mode: "number" }).notNull(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index("listing_price_change_listing").on(table.listingId, table.id)],
);

/** The number that buyers call about a listing: its own, or else its seller's. Empty without either. */
export const phoneOfSeller = sql<string>`coalesce(nullif(${listingTable.phone}, ''), ${accountTable.phone})`;

/** Neither withdrawn by its seller nor removed by an admin. */
export const isListed = and(isNull(listingTable.withdrawnAt), isNull(listingTable.removedAt));

/** Withdrawn for a while by its seller or its feed, not deleted. */
export const isOffSale = and(isNotNull(listingTable.offSaleAt), isNull(listingTable.removedAt));

/** An admin can still remove it: it is listed, or its seller or its feed can bring it back. */
export const isRemovable = or(isListed, isOffSale);

/** Of a listed one: its sale was not undone, and it has not lapsed. */
export const isOnSale = and(isNull(listingTable.saleReversedAt), isNull(listingTable.lapsedAt));
