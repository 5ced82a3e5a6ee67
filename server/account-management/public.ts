// What other features may use.
export { createAccountWithPassword } from "./create-account-with-password.ts";
export { totalOfAccounts } from "./list-accounts.ts";
