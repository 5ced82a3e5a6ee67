import { and, desc, eq, ne, not, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { identitySessionTable } from "../identity-table.ts";
import { longestSession } from "./session-lifetime.ts";

const table = identitySessionTable;

/** That a session still counts: it is neither idle for too long nor too old. */
export const isLiveSession = sql`(${table.expiresAt} > now() and ${table.createdAt} > now() - make_interval(secs => ${longestSession}))`;

/** A person's live sessions, the one that was used last first. */
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

/** Ends one session of a person, and its access tokens with it; false where they have no such session. */
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

/** Ends every session of a person but this one. */
export async function endOtherSessions(
  db: Executor,
  kept: { identityId: string; sessionId: string },
): Promise<void> {
  await db
    .delete(table)
    .where(and(eq(table.userId, kept.identityId), ne(table.id, kept.sessionId)));
}

/** Ends every session of a person. */
export async function endAllSessions(db: Executor, identityId: string): Promise<void> {
  await db.delete(table).where(eq(table.userId, identityId));
}

/** Notes that a session is in use, by the database's clock; by one of several calls at once. */
export async function noteSeen(db: Executor, sessionId: string): Promise<void> {
  await db
    .update(table)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(table.id, sessionId), sql`${table.lastSeenAt} < now() - interval '5 minutes'`));
}

/** Notes that a session's person has just shown that it is they. */
export async function noteProof(db: Executor, sessionId: string): Promise<void> {
  await db
    .update(table)
    .set({ reauthenticatedAt: sql`now()` })
    .where(eq(table.id, sessionId));
}

/** Whether a session's person has shown within so many minutes that it is they; its beginning counts. */
export async function isProved(db: Executor, sessionId: string, minutes: number): Promise<boolean> {
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.id, sessionId),
        sql`${table.reauthenticatedAt} > now() - make_interval(mins => ${minutes})`,
      ),
    );
  return found.length > 0;
}

/** Removes sessions that have ended. */
export async function pruneSessions(db: Executor): Promise<void> {
  await db.delete(table).where(not(isLiveSession));
}
