import type { BuyerRecord, SellerRecord, UserRecord } from "#shared/accounts/account-contract.ts";
import type { SignUpRole } from "#shared/accounts/account.ts";
import type { AccountRow } from "./account-list-store.ts";

/** An account in the users table, as the admin `viewerId` sees it. For an admin, includes their previous role. */
export function presentUser(
  account: AccountRow,
  viewerId: string,
  roleBefore: SignUpRole | null,
): UserRecord {
  const ofAdmin = account.id === viewerId ? [] : ["revokeAdmin" as const];
  return {
    ...userFields(account),
    role: account.role,
    isEmailConfirmed: account.isEmailConfirmed,
    roleBefore,
    allowedActions: account.role === "admin" ? ofAdmin : ["makeAdmin"],
  };
}

/** An account in the buyers table. */
export function presentBuyer(account: AccountRow): BuyerRecord {
  return { ...userFields(account), allowedActions: ["delete"] };
}

/**
 * An account in the sellers table. `verifiedBy` is the last admin who verified it, if any. A suspended seller's badge is
 * hidden but can still be revoked.
 */
export function presentSeller(
  account: AccountRow,
  facts: {
    listingCount: number;
    verifiedBy: string | undefined;
    suspensionReason: string | null;
  },
): SellerRecord {
  const { isVerified, suspendedAt } = account;
  const verification = isVerified ? ["unverify" as const] : suspendedAt ? [] : ["verify" as const];
  return {
    ...userFields(account),
    isVerify: isVerified && suspendedAt === null,
    verifiedAt: account.verifiedAt?.toISOString() ?? null,
    verifiedUntil: account.verifiedUntil?.toISOString() ?? null,
    verifiedBy: (isVerified && facts.verifiedBy) || null,
    checked: account.verificationChecks,
    verificationNote: account.verificationNote,
    isSuspended: suspendedAt !== null,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    suspensionReason: facts.suspensionReason,
    listingCount: facts.listingCount,
    allowedActions: [...verification, suspendedAt ? "unsuspend" : "suspend", "delete"],
  };
}

function userFields({ id, name, email, photoUrl, createdAt }: AccountRow) {
  return { _id: id, name, email, photoURL: photoUrl, createdAt: createdAt.toISOString() };
}
