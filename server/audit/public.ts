// The door of this feature: what others may use of it.
export { listLastActors, recordAudit } from "./audit-store.ts";
