// The door of this feature: what others may use of it. Only what is noted: what acts calls the features that note.
export { listSuspensionReasons, noteAct } from "./act-store.ts";
export { countAppeals, hasWaitingAppeal } from "./appeal-store.ts";
