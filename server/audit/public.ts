// The door of this feature: what others may use of it.
export { isLastActor, listLastActors, listRolesBefore, recordAudit } from "./audit-store.ts";
