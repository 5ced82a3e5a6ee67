import { and, eq, isNull, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import type { TokenSubject } from "./access-token.ts";
import { identitySessionTable } from "../identity-table.ts";
import { isLiveSession } from "./session-store.ts";

const isLive = isNull(accountTable.deletedAt);

/**
 * The current account and role behind a token; null if the account or its session has ended. `isSeenLately` is false if
 * the session's last call was recorded more than five minutes ago.
 */
export async function findViewer(
  db: Executor,
  { accountId, sessionId }: TokenSubject,
): Promise<(Viewer & { isSeenLately: boolean }) | null> {
  const [viewer] = await db
    .select({
      accountId: accountTable.id,
      identityId: identitySessionTable.userId,
      sessionId: identitySessionTable.id,
      name: accountTable.name,
      email: accountTable.email,
      role: accountTable.role,
      isVerified: accountTable.isVerified,
      isSeenLately: sql<boolean>`${identitySessionTable.lastSeenAt} > now() - interval '5 minutes'`,
    })
    .from(accountTable)
    .innerJoin(identitySessionTable, eq(identitySessionTable.userId, accountTable.identityId))
    .where(
      and(
        eq(accountTable.id, accountId),
        eq(identitySessionTable.id, sessionId),
        isLive,
        isLiveSession,
      ),
    );
  return viewer ?? null;
}

/** The id of the identity's live account, or null. */
export async function findAccountIdOf(db: Executor, identityId: string): Promise<string | null> {
  const [account] = await db
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(and(eq(accountTable.identityId, identityId), isLive));
  return account?.id ?? null;
}
