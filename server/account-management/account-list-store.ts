import { and, count, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { AccountSort } from "#shared/accounts/account-contract.ts";
import type { Role } from "#shared/accounts/account.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesIndexedText } from "#server/platform/database/includes-text.ts";
import { readPage, type ListOrder } from "#server/platform/database/keyset.ts";
import { identityUserTable } from "#server/identity/identity-table.ts";
import { accountTable } from "#server/accounts/account-table.ts";

const columns = {
  id: accountTable.id,
  name: accountTable.name,
  email: accountTable.email,
  role: accountTable.role,
  isVerified: accountTable.isVerified,
  verifiedAt: accountTable.verifiedAt,
  verifiedUntil: accountTable.verifiedUntil,
  verificationChecks: accountTable.verificationChecks,
  verificationNote: accountTable.verificationNote,
  suspendedAt: accountTable.suspendedAt,
  photoUrl: accountTable.photoUrl,
  isEmailConfirmed: sql<boolean>`coalesce(
    (select ${identityUserTable.emailVerified} from ${identityUserTable} where ${identityUserTable.id} = ${accountTable.identityId}), false)`,
  createdAt: accountTable.createdAt,
};

const order: ListOrder<"joined" | "name" | "email"> = {
  keys: {
    joined: { value: accountTable.createdAt, kind: "instant" },
    name: { value: sql`lower(${accountTable.name})`, kind: "text" },
    email: { value: accountTable.email, kind: "text" },
  },
  id: { value: accountTable.id, kind: "uuid" },
};

/** Filters of an account list: role, verified, suspended, and `q` for a part of the name or email. */
export type WhichAccounts = {
  role?: Role | undefined;
  isVerified?: boolean | undefined;
  isSuspended?: boolean | undefined;
  q?: string | undefined;
};

export type AccountPageQuery = { sort: AccountSort; limit: number; cursor?: string | undefined };

/** One page of live accounts; `matchCount` counts all that match `which`. @throws AppError invalid_cursor */
export function listAccountRows(
  db: Executor,
  query: AccountPageQuery,
  which: WhichAccounts,
  matchCount: number,
) {
  return readPage(order, query, ({ beyond, orderBy, limit, place }) =>
    db
      .select({ ...columns, place })
      .from(accountTable)
      .where(and(matches(which, matchCount), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export type AccountRow = Awaited<ReturnType<typeof listAccountRows>>["rows"][number];

/** Counts live accounts that match the filter. */
export async function countAccounts(db: Executor, which: WhichAccounts): Promise<number> {
  const [row] = await db.select({ accounts: count() }).from(accountTable).where(matches(which));
  return row?.accounts ?? 0;
}

// Must match the index in account-table.ts.
const searched = sql`${accountTable.name} || ' ' || ${accountTable.email}`;

function matches(
  { role, isVerified, isSuspended, q }: WhichAccounts,
  matchCount?: number,
): SQL | undefined {
  return and(
    isNull(accountTable.deletedAt),
    role && eq(accountTable.role, role),
    isVerified === undefined
      ? undefined
      : isVerified
        ? sql`${accountTable.isVerified}`
        : sql`not ${accountTable.isVerified}`,
    isSuspended === undefined
      ? undefined
      : isSuspended
        ? isNotNull(accountTable.suspendedAt)
        : isNull(accountTable.suspendedAt),
    q ? includesIndexedText(searched, q, matchCount) : undefined,
  );
}
