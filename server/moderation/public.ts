// The door of this feature: what others may use of it. Only what is noted: what acts calls the features that note.
export { listSuspensionReasons, recordModerationAction } from "./moderation-action-store.ts";
export { countAppeals, hasWaitingAppeal } from "./appeal-store.ts";
