// What other features may use.
export { endAccountByCommand, type EndedAccount } from "./end-account-by-command.ts";
