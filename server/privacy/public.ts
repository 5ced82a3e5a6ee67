// The door of this feature: what others may use of it.
export { eraseAccountData } from "./erase-account-data.ts";
