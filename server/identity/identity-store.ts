import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  identityCredentialTable,
  identityUserTable,
  identityVerificationTable,
} from "./identity-table.ts";
import { hashPassword } from "./passwords/password-hash.ts";

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

/** The hash of a person's password; null where they sign in without one. */
export async function findPasswordHash(db: Executor, identityId: string): Promise<string | null> {
  const [found] = await db
    .select({ password: identityCredentialTable.password })
    .from(identityCredentialTable)
    .where(
      and(
        eq(identityCredentialTable.userId, identityId),
        eq(identityCredentialTable.providerId, "credential"),
      ),
    );
  return found?.password ?? null;
}

/** Whether somebody signs in with a password, and not only in other ways. */
export async function hasPassword(db: Executor, identityId: string): Promise<boolean> {
  return (await findPasswordHash(db, identityId)) !== null;
}

/** The id of the person with this email, or null. */
export async function findIdentityByEmail(
  db: Executor,
  email: string,
): Promise<{ id: string; name: string; isConfirmed: boolean } | null> {
  const [found] = await db
    .select({
      id: identityUserTable.id,
      name: identityUserTable.name,
      isConfirmed: identityUserTable.emailVerified,
    })
    .from(identityUserTable)
    .where(eq(identityUserTable.email, email));
  return found ?? null;
}

/** Gives a person another name or picture. */
export async function setIdentityProfile(
  db: Executor,
  id: string,
  profile: { name: string | undefined; image: string | null | undefined },
): Promise<void> {
  await db
    .update(identityUserTable)
    .set({ ...profile, updatedAt: sql`now()` })
    .where(eq(identityUserTable.id, id));
}

/** Notes that an address is its owner's: they have read a mail there. */
export async function confirmEmail(db: Executor, id: string): Promise<void> {
  await db
    .update(identityUserTable)
    .set({ emailVerified: true })
    .where(eq(identityUserTable.id, id));
}

/** The person whom a link that sets a new password was sent to; null where there is no such link. */
export async function findPersonOfResetLink(
  db: Executor,
  token: string,
): Promise<{ id: string; name: string; email: string } | null> {
  // The service keeps links by the hash of their purpose and token.
  const identifier = createHash("sha256").update(`reset-password:${token}`).digest("base64url");
  const [found] = await db
    .select({
      id: identityUserTable.id,
      name: identityUserTable.name,
      email: identityUserTable.email,
    })
    .from(identityVerificationTable)
    .innerJoin(identityUserTable, eq(identityUserTable.id, identityVerificationTable.value))
    .where(eq(identityVerificationTable.identifier, identifier));
  return found ?? null;
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
