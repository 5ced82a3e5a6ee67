// What other features may use.
export { isLastActor, listLastActors, listRolesBefore, recordAudit } from "./audit-store.ts";
