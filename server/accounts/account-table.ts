import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Role } from "#shared/accounts/account.ts";
import type { VerificationCheck } from "#shared/accounts/verification.ts";

/** Marketplace accounts. Roles are stored only here; passwords and sessions belong to identity. */
export const accountTable = pgTable(
  "account",
  {
    id: uuid().primaryKey(),
    /** The identity service's user; null once the account is deleted. */
    identityId: text("identity_id"),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull(),
    role: text().$type<Role>().notNull(),
    isVerified: boolean("is_verified").notNull().default(false),
    verifiedAt: timestamp("verified_at", { withTimezone: true }),
    /** When the badge ends by the clock; null if an admin gave it without an end. */
    verifiedUntil: timestamp("verified_until", { withTimezone: true, precision: 3 }),
    /** What the admin who verified them checked; buyers are shown it. */
    verificationChecks: text("verification_checks")
      .array()
      .$type<VerificationCheck[]>()
      .notNull()
      .default(sql`'{}'`),
    /** That admin's note, shown to admins only. */
    verificationNote: text("verification_note"),
    /** When the seller was suspended: their cars are not listed and cannot be booked. */
    suspendedAt: timestamp("suspended_at", { withTimezone: true }),
    photoUrl: text("photo_url"),
    phone: text().notNull().default(""),
    location: text().notNull().default(""),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("account_identity_unique").on(table.identityId),
    uniqueIndex("account_email_unique")
      .on(table.email)
      .where(sql`deleted_at is null`),
    index("account_role_newest")
      .on(table.role, table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    index("account_newest")
      .on(table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    // For the admin's lists: sorting by name, by email within a role, sellers to verify, and trigram search.
    index("account_name")
      .on(sql`lower(name)`, table.id)
      .where(sql`deleted_at is null`),
    index("account_role_name")
      .on(table.role, sql`lower(name)`, table.id)
      .where(sql`deleted_at is null`),
    index("account_role_email")
      .on(table.role, table.email, table.id)
      .where(sql`deleted_at is null`),
    index("account_unverified")
      .on(table.createdAt, table.id)
      .where(sql`deleted_at is null and role = 'Seller' and not is_verified`),
    index("account_searched")
      .using("gin", sql`search_grams(lower(name || ' ' || email))`)
      .where(sql`deleted_at is null`),
    index("account_image").on(sql`image_id(photo_url)`),
    check("account_role_known", sql`${table.role} in ('Buyer', 'Seller', 'admin')`),
  ],
);
