import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ApiKeyScope } from "#shared/api-keys/api-key-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Keys with which a seller's own systems call the API. A revoked key's row is deleted; the audit log keeps that. */
export const apiKeyTable = pgTable(
  "api_key",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accountTable.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** SHA-256 of the key. A key is random, so a slow hash would add nothing. */
    hash: text().notNull(),
    /** The first characters, shown in the list. */
    start: text().notNull(),
    scopes: text().array().$type<ApiKeyScope[]>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at"),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [
    uniqueIndex("api_key_hash_unique").on(table.hash),
    index("api_key_account").on(table.accountId, table.createdAt),
  ],
);
