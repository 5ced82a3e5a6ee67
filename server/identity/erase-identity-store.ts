import { eq, or, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { identityUserTable, identityVerificationTable } from "./identity-table.ts";

/**
 * Begins the end of a person's sign-in: a letter that is just being written to them is waited for, and none is begun
 * any more. Answers what the identity service says of them that their account may not: another name, another picture,
 * and whether they have confirmed that the email is theirs.
 */
export async function lockIdentityWords(
  tx: Executor,
  identityId: string,
): Promise<{ name: string; email: string; isConfirmed: boolean; image: string | null } | null> {
  const [found] = await tx
    .select({
      name: identityUserTable.name,
      email: identityUserTable.email,
      isConfirmed: identityUserTable.emailVerified,
      image: identityUserTable.image,
    })
    .from(identityUserTable)
    .where(eq(identityUserTable.id, identityId))
    .for("update");
  return found ?? null;
}

/**
 * Ends a person's sign-in for good, and forgets it: sessions, passwords, other ways to sign in, and links in mails.
 */
export async function forgetIdentity(
  tx: Executor,
  person: { identityId: string | null; emails: readonly string[] },
): Promise<void> {
  const { identityId, emails } = person;
  await tx
    .delete(identityVerificationTable)
    .where(
      or(
        identityId === null
          ? undefined
          : sql`strpos(${identityVerificationTable.value}, ${identityId}) > 0`,
        ...emails.map(
          (email) =>
            sql`strpos(lower(${identityVerificationTable.value} || ' ' || ${identityVerificationTable.identifier}), ${email}) > 0`,
        ),
      ),
    );
  // Whatever belongs to the identity goes with it, by the tables' own references.
  if (identityId !== null)
    await tx.delete(identityUserTable).where(eq(identityUserTable.id, identityId));
}
