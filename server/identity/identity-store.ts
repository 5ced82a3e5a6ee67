import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  identityCredentialTable,
  identitySessionTable,
  identityUserTable,
  identityVerificationTable,
} from "./identity-table.ts";
import { hashPassword } from "./password-hash.ts";

/** Adds a person who signs in with a password, as the identity service itself would, and says their id. */
export async function insertPasswordIdentity(
  db: Executor,
  person: { name: string; email: string; password: string },
): Promise<string> {
  const id = randomBytes(24).toString("base64url");
  const password = await hashPassword(person.password);
  // The operator has put the address there, so it is not asked for again.
  await db
    .insert(identityUserTable)
    .values({ id, name: person.name, email: person.email, emailVerified: true });
  // The service looks for its own word and for the user's own id.
  await db
    .insert(identityCredentialTable)
    .values({ id: randomUUID(), userId: id, accountId: id, providerId: "credential", password });
  return id;
}

/** Ends a person's sign-in for good: their sessions and password go with it. */
export async function deleteIdentity(db: Executor, id: string): Promise<void> {
  await db.delete(identityUserTable).where(eq(identityUserTable.id, id));
}

/** The id of the person with this email, or null. */
export async function findIdentityByEmail(
  db: Executor,
  email: string,
): Promise<{ id: string; name: string } | null> {
  const [found] = await db
    .select({ id: identityUserTable.id, name: identityUserTable.name })
    .from(identityUserTable)
    .where(eq(identityUserTable.email, email));
  return found ?? null;
}

/** Notes that an address is its owner's: they have read a mail there. */
export async function confirmEmail(db: Executor, id: string): Promise<void> {
  await db
    .update(identityUserTable)
    .set({ emailVerified: true })
    .where(eq(identityUserTable.id, id));
}

/** Makes every link that a person was sent, and has not used, worthless. */
export async function forgetLinks(db: Executor, id: string): Promise<void> {
  await db.delete(identityVerificationTable).where(eq(identityVerificationTable.value, id));
}

/** Removes links that are too old to be used. */
export async function pruneLinks(db: Executor): Promise<void> {
  await db
    .delete(identityVerificationTable)
    .where(sql`${identityVerificationTable.expiresAt} <= now()`);
}

/** Removes sessions that have ended. */
export async function pruneSessions(db: Executor): Promise<void> {
  await db.delete(identitySessionTable).where(sql`${identitySessionTable.expiresAt} <= now()`);
}
