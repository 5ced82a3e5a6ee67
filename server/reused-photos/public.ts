// What other features may use.
export { readMatches } from "./reused-photo-store.ts";
