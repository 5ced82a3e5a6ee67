// The door of this feature: what others may use of it. Only the notes of acts: what acts calls the features that note.
export { listSuspensionReasons, noteAct } from "./act-store.ts";
