// What other features may use.
export { eraseAccountData } from "./erase-account-data.ts";
export { lockErasures } from "./personal-data-store.ts";
