// The door of this feature: what others may use of it.
export { accountId, noSuchAccount } from "./account-id.ts";
export { countAdmins, listAdmins, lockAccount, setSuspended } from "./account-store.ts";
export { createAccountWithPassword } from "./create-account-with-password.ts";
export { endAccountByCommand, type EndedAccount } from "./end-account-by-command.ts";
export { totalOfAccounts } from "./total-of-accounts.ts";
