import { and, desc, eq, ne, not, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { identitySessionTable } from "../identity-table.ts";
import { maxSessionAge } from "./session-lifetime.ts";

const table = identitySessionTable;

/** A session is live while it is neither idle for too long nor too old. */
export const isLiveSession = sql`(${table.expiresAt} > now() and ${table.createdAt} > now() - make_interval(secs => ${maxSessionAge}))`;

/** The live sessions of an identity, most recently used first. */
export function listLiveSessions(db: Executor, identityId: string) {
  return db
    .select({
      id: table.id,
      ipAddress: table.ipAddress,
      userAgent: table.userAgent,
      createdAt: table.createdAt,
      lastSeenAt: table.lastSeenAt,
    })
    .from(table)
    .where(and(eq(table.userId, identityId), isLiveSession))
    .orderBy(desc(table.lastSeenAt), desc(table.createdAt), table.id);
}

/** Ends one session and its access tokens. False if the identity has no such session. */
export async function endSession(
  db: Executor,
  session: { identityId: string; sessionId: string },
): Promise<boolean> {
  const ended = await db
    .delete(table)
    .where(and(eq(table.id, session.sessionId), eq(table.userId, session.identityId)))
    .returning({ id: table.id });
  return ended.length > 0;
}

/** Ends all sessions of an identity except this one. */
export async function endOtherSessions(
  db: Executor,
  current: { identityId: string; sessionId: string },
): Promise<void> {
  await db
    .delete(table)
    .where(and(eq(table.userId, current.identityId), ne(table.id, current.sessionId)));
}

/** Ends all sessions of an identity. */
export async function endAllSessions(db: Executor, identityId: string): Promise<void> {
  await db.delete(table).where(eq(table.userId, identityId));
}

/** Records that a session is in use, at most once in five minutes. */
export async function touchSession(db: Executor, sessionId: string): Promise<void> {
  await db
    .update(table)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(table.id, sessionId), sql`${table.lastSeenAt} < now() - interval '5 minutes'`));
}

/** Records that the session's user has just reauthenticated. */
export async function noteReauthentication(db: Executor, sessionId: string): Promise<void> {
  await db
    .update(table)
    .set({ reauthenticatedAt: sql`now()` })
    .where(eq(table.id, sessionId));
}

/** Whether the session's user has signed in or reauthenticated within the last `minutes`. */
export async function isReauthenticated(
  db: Executor,
  sessionId: string,
  minutes: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.id, sessionId),
        sql`${table.reauthenticatedAt} > now() - make_interval(mins => ${minutes})`,
      ),
    );
  return rows.length > 0;
}

/** Deletes expired sessions. */
export async function pruneSessions(db: Executor): Promise<void> {
  await db.delete(table).where(not(isLiveSession));
}
