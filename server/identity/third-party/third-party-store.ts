import { randomBytes, randomUUID } from "node:crypto";
import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { WaysIn } from "#shared/identity/third-party-contract.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { identityCredentialTable, identityUserTable } from "../identity-table.ts";

const credential = identityCredentialTable;
const google = "google";

/** Lets one round trip of a person at the provider be finished at a time, until the transaction ends. */
export async function lockSubject(tx: Executor, subject: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`google:${subject}`}, 0))`);
}

/** The identity that is connected with this person at the provider, or null. */
export async function findIdentityOfSubject(
  db: Executor,
  subject: string,
): Promise<{ id: string } | null> {
  const [found] = await db
    .select({ id: credential.userId })
    .from(credential)
    .where(and(eq(credential.providerId, google), eq(credential.accountId, subject)));
  return found ?? null;
}

/** Adds a person without a password, whose email the provider vouches for. Null where the email is somebody's already. */
export async function insertGoogleIdentity(
  tx: Executor,
  person: { subject: string; email: string; name: string },
): Promise<string | null> {
  const id = randomBytes(24).toString("base64url");
  const rows = await tx
    .insert(identityUserTable)
    .values({ id, name: person.name, email: person.email, emailVerified: true })
    .onConflictDoNothing({ target: identityUserTable.email })
    .returning({ id: identityUserTable.id });
  if (rows.length === 0) return null;
  await insertLink(tx, id, person.subject);
  return id;
}

/** Connects an identity with a person at the provider. Neither tokens nor anything else of theirs is kept. */
export async function insertLink(tx: Executor, identityId: string, subject: string): Promise<void> {
  await tx
    .insert(credential)
    .values({ id: randomUUID(), userId: identityId, accountId: subject, providerId: google });
}

/** How an identity can sign in. */
export async function readWaysIn(db: Executor, identityId: string): Promise<WaysIn> {
  const rows = await db
    .select({ providerId: credential.providerId })
    .from(credential)
    .where(eq(credential.userId, identityId));
  const has = (id: string) => rows.some(({ providerId }) => providerId === id);
  return { password: has("credential"), google: has(google) };
}

/** Ends the connection with the provider, where a password is left to sign in with. False where it is not, or there was none. */
export async function deleteLink(tx: Executor, identityId: string): Promise<boolean> {
  // One after another for each person: what is left when two do this at once is decided in one place.
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
