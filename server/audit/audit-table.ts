import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";

/** What admins did: appended to in the transaction of the act, never changed. */
export const auditTable = pgTable(
  "audit",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actorId: uuid("actor_id").references(() => accountTable.id),
    /** For example `seller.verify`, `buyer.delete`, `user.make_admin`, `listing.remove`. */
    action: text().notNull(),
    subjectId: uuid("subject_id"),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index("audit_newest").on(table.at, table.id)],
);
