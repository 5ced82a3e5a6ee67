// Exports for other features.
export {
  isLastActor,
  listDetails,
  listLastActors,
  listRolesBefore,
  recordAudit,
  recordAuditDaily,
} from "./audit-store.ts";
