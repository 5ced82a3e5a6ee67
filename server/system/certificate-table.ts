import { pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { WatchedService } from "#shared/system/system-contract.ts";

/** The TLS certificates of the services that the shop calls, as a job last saw them. */
export const certificateTable = pgTable("outbound_certificate", {
  service: text().$type<WatchedService>().primaryKey(),
  /** Host and port. */
  address: text().notNull(),
  /** Null if there was no certificate to read. */
  expiresAt: timestamp("expires_at", { withTimezone: true }),
  /** Why it could not be read, or is not trusted. */
  problem: text(),
  checkedAt: timestamp("checked_at", { withTimezone: true }).notNull().defaultNow(),
});
