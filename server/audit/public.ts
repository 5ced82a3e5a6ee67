// The door of this feature: what others may use of it.
export { recordAudit } from "./audit-store.ts";
