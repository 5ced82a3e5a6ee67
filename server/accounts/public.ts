// Exports for other features.
export { accountId, noSuchAccount } from "./account-id.ts";
export {
  accountIsUpdated,
  inAccountTurn,
  withAccountLockedByAdmin,
  withLockedAccount,
  withLockedAccountPatiently,
} from "./account-turns.ts";
export {
  countAdmins,
  endVerified,
  findAccountByEmail,
  findAccountOfIdentity,
  findOwnAccount,
  insertAccount,
  listAdmins,
  lockAccount,
  lockAdmins,
  lockProfile,
  markDeleted,
  setContact,
  setPhoto,
  setProfile,
  setRole,
  isSuspended,
  setSuspended,
  setVerified,
  type AccountFacts,
} from "./account-store.ts";
