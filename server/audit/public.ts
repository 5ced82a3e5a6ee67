// Exports for other features.
export { isLastActor, listLastActors, listRolesBefore, recordAudit } from "./audit-store.ts";
