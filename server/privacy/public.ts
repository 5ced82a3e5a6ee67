// What other features may use.
export { eraseAccountData } from "./erase-account-data.ts";
export { inErasureTurn } from "./erasure-turn.ts";
export { lockErasures } from "./personal-data-store.ts";
