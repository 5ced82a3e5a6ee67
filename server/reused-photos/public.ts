// What other features may use.
export { listMatches, readMatches } from "./reused-photo-store.ts";
