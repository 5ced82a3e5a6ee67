import type { BuyerRecord, SellerRecord, UserRecord } from "#shared/accounts/account-contract.ts";
import type { SignUpRole } from "#shared/accounts/account.ts";
import type { AccountRow } from "./account-list-store.ts";

/** An account as the users table shows it to the admin `viewerId`; for an admin, with the role they had before. */
export function presentUser(
  account: AccountRow,
  viewerId: string,
  roleBefore: SignUpRole | null,
): UserRecord {
  const ofAdmin = account.id === viewerId ? [] : ["revokeAdmin" as const];
  return {
    ...person(account),
    role: account.role,
    isEmailConfirmed: account.isEmailConfirmed,
    roleBefore,
    allowedActions: account.role === "admin" ? ofAdmin : ["makeAdmin"],
  };
}

/** An account as the buyers table shows it. */
export function presentBuyer(account: AccountRow): BuyerRecord {
  return { ...person(account), allowedActions: ["delete"] };
}

/**
 * An account as the sellers table shows it. `verifiedBy` is the admin who verified it last, if one did. While a seller is
 * suspended, the badge is not shown; it can be revoked all the same.
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
    ...person(account),
    isVerify: isVerified && suspendedAt === null,
    verifiedAt: account.verifiedAt?.toISOString() ?? null,
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

function person({ id, name, email, photoUrl, createdAt }: AccountRow) {
  return { _id: id, name, email, photoURL: photoUrl, createdAt: createdAt.toISOString() };
}
