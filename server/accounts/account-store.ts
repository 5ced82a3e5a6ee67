import { and, count, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Role } from "#shared/accounts/account.ts";
import type { VerificationCheck } from "#shared/accounts/verification.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { accountTable } from "./account-table.ts";

const isLive = isNull(accountTable.deletedAt);
const isAdmin = and(eq(accountTable.role, "admin"), isLive);

type NewAccount = {
  id: string;
  identityId: string;
  name: string;
  email: string;
  role: Role;
  isVerified?: boolean;
  phone?: string;
  location?: string;
};

/** The facts about an account that decisions need. */
export type AccountFacts = {
  id: string;
  identityId: string | null;
  name: string;
  email: string;
  role: Role;
  isVerified: boolean;
  isSuspended: boolean;
};

const facts = {
  id: accountTable.id,
  identityId: accountTable.identityId,
  name: accountTable.name,
  email: accountTable.email,
  role: accountTable.role,
  isVerified: accountTable.isVerified,
  isSuspended: sql<boolean>`${accountTable.suspendedAt} is not null`,
};

/** Adds an account; false if this identity already has one. @throws if the email belongs to another live account */
export async function insertAccount(db: Executor, account: NewAccount): Promise<boolean> {
  const values = { ...account, verifiedAt: account.isVerified ? sql`now()` : null };
  const rows = await db
    .insert(accountTable)
    .values(values)
    .onConflictDoNothing({ target: accountTable.identityId })
    .returning({ id: accountTable.id });
  return rows.length > 0;
}

export async function setPhoto(db: Executor, id: string, photoUrl: string): Promise<void> {
  await db.update(accountTable).set({ photoUrl }).where(eq(accountTable.id, id));
}

/** The name and picture of a live account, locked until the transaction ends. */
export async function lockProfile(tx: Executor, id: string) {
  const [profile] = await tx
    .select({ name: accountTable.name, photoUrl: accountTable.photoUrl })
    .from(accountTable)
    .where(and(eq(accountTable.id, id), isLive))
    .for("no key update");
  return profile ?? null;
}

/** Changes an account's name or picture; undefined leaves a value unchanged. */
export async function setProfile(
  tx: Executor,
  id: string,
  profile: { name: string | undefined; photoUrl: string | null | undefined },
): Promise<void> {
  if (profile.name === undefined && profile.photoUrl === undefined) return;
  await tx.update(accountTable).set(profile).where(eq(accountTable.id, id));
}

/** Sets a user's phone and location; false if the account has been deleted. */
export async function setContact(
  db: Executor,
  id: string,
  contact: { phone: string; location: string },
): Promise<boolean> {
  const rows = await db
    .update(accountTable)
    .set(contact)
    .where(and(eq(accountTable.id, id), isLive))
    .returning({ id: accountTable.id });
  return rows.length > 0;
}

/** A live account as its owner sees it. */
export async function findOwnAccount(db: Executor, id: string) {
  const { phone, location, createdAt, photoUrl } = accountTable;
  const [account] = await db
    .select({
      id: facts.id,
      name: facts.name,
      email: facts.email,
      role: facts.role,
      phone,
      location,
      photoUrl,
      createdAt,
    })
    .from(accountTable)
    .where(and(eq(accountTable.id, id), isLive));
  return account ?? null;
}

export async function findAccountOfIdentity(
  db: Executor,
  identityId: string,
): Promise<AccountFacts | null> {
  const [account] = await db
    .select(facts)
    .from(accountTable)
    .where(and(eq(accountTable.identityId, identityId), isLive));
  return account ?? null;
}

export async function findAccountByEmail(
  db: Executor,
  email: string,
): Promise<AccountFacts | null> {
  const [account] = await db
    .select(facts)
    .from(accountTable)
    .where(and(eq(accountTable.email, email), isLive));
  return account ?? null;
}

/** The live account with this id, locked until the transaction ends, so that decisions about it stay valid. */
export async function lockAccount(tx: Executor, id: string): Promise<AccountFacts | null> {
  const [account] = await tx
    .select(facts)
    .from(accountTable)
    .where(and(eq(accountTable.id, id), isLive))
    .for("no key update");
  return account ?? null;
}

/** Locks every admin in a fixed order and returns their ids, so that two transactions cannot remove the last two. */
export async function lockAdmins(tx: Executor): Promise<string[]> {
  const admins = await tx
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(isAdmin)
    .orderBy(accountTable.id)
    // Not the strongest lock, so that audit entries that refer to the admin need not wait.
    .for("no key update");
  return admins.map(({ id }) => id);
}

export async function countAdmins(db: Executor): Promise<number> {
  const [row] = await db.select({ admins: count() }).from(accountTable).where(isAdmin);
  return row?.admins ?? 0;
}

/** Emails of all admins. */
export async function listAdmins(db: Executor): Promise<string[]> {
  const admins = await db
    .select({ email: accountTable.email })
    .from(accountTable)
    .where(isAdmin)
    .orderBy(accountTable.email);
  return admins.map((admin) => admin.email);
}

const notVerified = {
  isVerified: false,
  verifiedAt: null,
  verifiedUntil: null,
  verificationChecks: [],
  verificationNote: null,
};

/** Changes an account's role. A seller who changes roles loses the badge. */
export async function setRole(tx: Executor, id: string, role: Role): Promise<void> {
  await tx
    .update(accountTable)
    .set({ role, ...notVerified })
    .where(eq(accountTable.id, id));
}

/** Gives a seller the badge, with what was checked for it, or revokes it (null). */
export async function setVerified(
  tx: Executor,
  id: string,
  verification: {
    checked: VerificationCheck[];
    note: string | null;
    validUntil: Date | null;
  } | null,
): Promise<void> {
  const values = verification && {
    isVerified: true,
    verifiedAt: sql`now()`,
    verifiedUntil: verification.validUntil,
    verificationChecks: verification.checked,
    verificationNote: verification.note,
  };
  await tx
    .update(accountTable)
    .set(values ?? notVerified)
    .where(eq(accountTable.id, id));
}

/**
 * Takes the badge from the sellers whose last day is over, except from those whose account is being updated. Returns who they
 * are.
 */
export async function endVerified(
  tx: Executor,
  now: Date,
): Promise<{ id: string; name: string; email: string }[]> {
  const over = tx
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(
      and(
        eq(accountTable.isVerified, true),
        lte(accountTable.verifiedUntil, now),
        // The previous release gives the badge again and leaves the end of the one before.
        gt(accountTable.verifiedUntil, accountTable.verifiedAt),
      ),
    )
    .for("no key update", { skipLocked: true });
  return tx
    .update(accountTable)
    .set(notVerified)
    .where(inArray(accountTable.id, over))
    .returning({ id: accountTable.id, name: accountTable.name, email: accountTable.email });
}

/** Whether an account is a suspended seller's. */
export async function isSuspended(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(and(eq(accountTable.id, id), isNotNull(accountTable.suspendedAt)));
  return rows.length > 0;
}

export async function setSuspended(tx: Executor, id: string, isSuspended: boolean): Promise<void> {
  await tx
    .update(accountTable)
    .set({ suspendedAt: isSuspended ? sql`now()` : null })
    .where(eq(accountTable.id, id));
}

/** Marks an account as deleted. Its row stays for the bookings and audit entries that refer to it. */
export async function markDeleted(tx: Executor, id: string): Promise<void> {
  await tx
    .update(accountTable)
    .set({ deletedAt: sql`now()`, identityId: null, verificationNote: null })
    .where(eq(accountTable.id, id));
}
