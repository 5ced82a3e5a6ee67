import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { SignInMethods } from "#shared/identity/third-party-contract.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { identityCredentialTable, identityUserTable } from "../identity-table.ts";

const credential = identityCredentialTable;
const google = "google";

/** Locks a user of the provider until the transaction ends, so that their flows finish one at a time. */
export async function lockSubject(tx: Executor, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`google:${subject}`}, 0))`);
}

/** The identity that is connected with this user of the provider, or null. */
export async function findIdentityOfSubject(
  db: Executor,
  subject: string,
): Promise<{ id: string } | null> {
  const [row] = await db
    .select({ id: credential.userId })
    .from(credential)
    .where(and(eq(credential.providerId, google), eq(credential.accountId, subject)));
  return row ?? null;
}

/** Adds an identity without a password, with an email that the provider verified. Null if the email is taken. */
export async function insertGoogleIdentity(
  tx: Executor,
  profile: { subject: string; email: string; name: string },
): Promise<string | null> {
  const id = randomBytes(24).toString("base64url");
  const rows = await tx
    .insert(identityUserTable)
    .values({ id, name: profile.name, email: profile.email, emailVerified: true })
    .onConflictDoNothing({ target: identityUserTable.email })
    .returning({ id: identityUserTable.id });
  if (rows.length === 0) return null;
  await insertLink(tx, id, profile.subject);
  return id;
}

/** Connects an identity with a user of the provider. No tokens are stored. */
export async function insertLink(tx: Executor, identityId: string, subject: string): Promise<void> {
  await tx
    .insert(credential)
    .values({ id: randomUUID(), userId: identityId, accountId: subject, providerId: google });
}

/** How an identity can sign in. */
export async function readSignInMethods(db: Executor, identityId: string): Promise<SignInMethods> {
  const rows = await db
    .select({ providerId: credential.providerId })
    .from(credential)
    .where(eq(credential.userId, identityId));
  const has = (id: string) => rows.some(({ providerId }) => providerId === id);
  return { password: has("credential"), google: has(google) };
}

/** Disconnects the provider if the identity has a password. False if it has none or was not connected. */
export async function deleteLink(tx: Executor, identityId: string): Promise<boolean> {
  // Locked, so that parallel calls cannot remove the last way to sign in.
  await tx
    .select({ id: identityUserTable.id })
    .from(identityUserTable)
    .where(eq(identityUserTable.id, identityId))
    .for("update");
  const other = alias(credential, "other");
  const passwordIsLeft = exists(
    tx
      .select({ one: sql`1` })
      .from(other)
      .where(
        and(
          eq(other.userId, identityId),
          eq(other.providerId, "credential"),
          isNotNull(other.password),
        ),
      ),
  );
  const rows = await tx
    .delete(credential)
    .where(
      and(eq(credential.userId, identityId), eq(credential.providerId, google), passwordIsLeft),
    )
    .returning({ id: credential.id });
  return rows.length > 0;
}
