// Exports for other features.
export { countAppeals, hasWaitingAppeal } from "./appeal-store.ts";
export { listSuspensionReasons } from "./moderation-action-store.ts";
export { removeListing } from "./remove-listing.ts";
