import type { BuyerRecord, SellerRecord, UserRecord } from "#shared/accounts/account-contract.ts";
import type { AccountRow } from "./account-list-store.ts";

/** An account as the users table shows it. */
export function presentUser(account: AccountRow): UserRecord {
  return {
    ...person(account),
    role: account.role,
    allowedActions: account.role === "admin" ? [] : ["makeAdmin"],
  };
}

/** An account as the buyers table shows it. */
export function presentBuyer(account: AccountRow): BuyerRecord {
  return { ...person(account), allowedActions: ["delete"] };
}

/** An account as the sellers table shows it. `verifiedBy` is the admin who verified it last, if one did. */
export function presentSeller(
  account: AccountRow,
  { listingCount, verifiedBy }: { listingCount: number; verifiedBy: string | undefined },
): SellerRecord {
  return {
    ...person(account),
    isVerify: account.isVerified,
    verifiedAt: account.verifiedAt?.toISOString() ?? null,
    verifiedBy: (account.isVerified && verifiedBy) || null,
    listingCount,
    allowedActions: [account.isVerified ? "unverify" : "verify", "delete"],
  };
}

function person({ id, name, email, photoUrl, createdAt }: AccountRow) {
  return { _id: id, name, email, photoURL: photoUrl, createdAt: createdAt.toISOString() };
}
