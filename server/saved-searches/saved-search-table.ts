import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** A search that an account saved. */
export const savedSearchTable = pgTable(
  "saved_search",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accountTable.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The canonical URL parameters of the search, with its order. */
    search: text().notNull(),
    /** A hash of what it asks for, the same for every wording and order. */
    key: text().notNull(),
    emailsOn: boolean("emails_on").notNull().default(true),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** Cars listed and prices lowered from then on are news. Moves when emails are turned on again. */
    watchedSince: moment("watched_since").notNull().defaultNow(),
    seenAt: moment("seen_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("saved_search_once").on(table.accountId, table.key)],
);

/** A car that is to be announced for a saved search, or was. */
export const savedSearchMatchTable = pgTable(
  "saved_search_match",
  {
    searchId: uuid("search_id")
      .notNull()
      .references(() => savedSearchTable.id, { onDelete: "cascade" }),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    /** When it was found; null once it was announced. */
    foundAt: moment("found_at"),
    announcedAt: moment("announced_at"),
    announcedPriceMinor: bigint("announced_price_minor", { mode: "number" }),
    /** The price announced before that, for an email that is withdrawn unsent. */
    announcedBeforeMinor: bigint("announced_before_minor", { mode: "number" }),
    /** The email that announced it last, which may be gone. */
    emailId: uuid("email_id"),
    /** When an edit made the car match; null if it was found for another reason. */
    editedAt: moment("edited_at"),
  },
  (table) => [
    primaryKey({ columns: [table.searchId, table.listingId] }),
    index("saved_search_match_listing").on(table.listingId),
    index("saved_search_match_found")
      .on(table.searchId)
      .where(sql`found_at is not null`),
  ],
);

/** When an account last got an email about its saved searches. */
export const savedSearchEmailTable = pgTable("saved_search_email", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accountTable.id, { onDelete: "cascade" }),
  /** Its row in the outbox, which may be gone. */
  emailId: uuid("email_id").notNull(),
  at: moment("at").notNull().defaultNow(),
});

/** How far the change feed has been read for saved searches. One row. */
export const savedSearchProgressTable = pgTable(
  "saved_search_progress",
  {
    id: boolean().primaryKey().default(true),
    /** The next run reads from here: where the run before the last one ended. */
    since: text().notNull(),
    latest: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("saved_search_progress_one", sql`${table.id}`)],
);
