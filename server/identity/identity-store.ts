import { createHash, randomBytes, randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  identityCredentialTable,
  identityUserTable,
  identityVerificationTable,
} from "./identity-table.ts";
import { hashPassword } from "./passwords/password-hash.ts";

/** Adds an identity with a password, as the identity service would. @returns its id */
export async function insertPasswordIdentity(
  db: Executor,
  user: { name: string; email: string; password: string },
): Promise<string> {
  const id = randomBytes(24).toString("base64url");
  const password = await hashPassword(user.password);
  // The operator entered the address, so it counts as confirmed.
  await db
    .insert(identityUserTable)
    .values({ id, name: user.name, email: user.email, emailVerified: true });
  // The service finds passwords by this provider and the user's own id.
  await db
    .insert(identityCredentialTable)
    .values({ id: randomUUID(), userId: id, accountId: id, providerId: "credential", password });
  return id;
}

/** The hash of the password; null if the identity has none. */
export async function findPasswordHash(db: Executor, identityId: string): Promise<string | null> {
  const [row] = await db
    .select({ password: identityCredentialTable.password })
    .from(identityCredentialTable)
    .where(
      and(
        eq(identityCredentialTable.userId, identityId),
        eq(identityCredentialTable.providerId, "credential"),
      ),
    );
  return row?.password ?? null;
}

/** Replaces a hash, which its salt makes unique. Does nothing if the password was changed meanwhile. */
export async function replacePasswordHash(
  db: Executor,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .update(identityCredentialTable)
    .set({ password: to })
    .where(eq(identityCredentialTable.password, from));
}

/** Whether the identity has a password. */
export async function hasPassword(db: Executor, identityId: string): Promise<boolean> {
  return (await findPasswordHash(db, identityId)) !== null;
}

/** The identity with this email, or null. */
export async function findIdentityByEmail(
  db: Executor,
  email: string,
): Promise<{ id: string; name: string; isConfirmed: boolean } | null> {
  const [row] = await db
    .select({
      id: identityUserTable.id,
      name: identityUserTable.name,
      isConfirmed: identityUserTable.emailVerified,
    })
    .from(identityUserTable)
    .where(eq(identityUserTable.email, email));
  return row ?? null;
}

/** Changes the name or picture. */
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

/** Marks the address as confirmed. */
export async function confirmEmail(db: Executor, id: string): Promise<void> {
  await db
    .update(identityUserTable)
    .set({ emailVerified: true })
    .where(eq(identityUserTable.id, id));
}

/** The identity that a password reset link was sent to; null if there is no such link. */
export async function findIdentityOfResetLink(
  db: Executor,
  token: string,
): Promise<{ id: string; name: string; email: string } | null> {
  // The service stores a hash of purpose and token.
  const identifier = createHash("sha256").update(`reset-password:${token}`).digest("base64url");
  const [row] = await db
    .select({
      id: identityUserTable.id,
      name: identityUserTable.name,
      email: identityUserTable.email,
    })
    .from(identityVerificationTable)
    .innerJoin(identityUserTable, eq(identityUserTable.id, identityVerificationTable.value))
    .where(eq(identityVerificationTable.identifier, identifier));
  return row ?? null;
}

/** Deletes the unused emailed links of an identity, and its sign-ins that wait for a code. */
export async function deleteLinks(db: Executor, id: string): Promise<void> {
  await db.delete(identityVerificationTable).where(eq(identityVerificationTable.value, id));
}

/** Deletes expired links. */
export async function pruneLinks(db: Executor): Promise<void> {
  await db
    .delete(identityVerificationTable)
    .where(sql`${identityVerificationTable.expiresAt} <= now()`);
}
