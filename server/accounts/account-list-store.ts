import { and, count, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Role } from "#shared/accounts/account.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { accountTable } from "./account-table.ts";

const place = z.tuple([z.iso.datetime(), z.uuid()]);

const columns = {
  id: accountTable.id,
  name: accountTable.name,
  email: accountTable.email,
  role: accountTable.role,
  isVerified: accountTable.isVerified,
  verifiedAt: accountTable.verifiedAt,
  photoUrl: accountTable.photoUrl,
  createdAt: accountTable.createdAt,
  // A Date has milliseconds only; two accounts of one millisecond would be skipped or repeated.
  createdAtExact: sql<string>`to_char(${accountTable.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};

/** One page of live accounts, newest first, of one role or of all. @throws AppError invalid_cursor */
export async function listAccounts(db: Executor, query: PageQuery, role?: Role) {
  const after = decodeCursor(place, query.cursor);
  const ofRole = and(isNull(accountTable.deletedAt), role && eq(accountTable.role, role));
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(accountTable)
      .where(and(ofRole, after ? isAfter(after) : undefined))
      .orderBy(desc(accountTable.createdAt), desc(accountTable.id))
      .limit(query.limit + 1),
    db.select({ accounts: count() }).from(accountTable).where(ofRole),
  ]);
  return {
    ...cutPage(rows, query.limit, (last) => [last.createdAtExact, last.id]),
    total: total[0]?.accounts ?? 0,
  };
}

export type AccountRow = Awaited<ReturnType<typeof listAccounts>>["rows"][number];

function isAfter([createdAt, id]: z.output<typeof place>): SQL {
  return sql`(${accountTable.createdAt}, ${accountTable.id}) < (${createdAt}::timestamptz, ${id}::uuid)`;
}
