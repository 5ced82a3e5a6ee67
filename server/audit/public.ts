// Exports for other features.
export {
  isLastActor,
  listDetails,
  listLastActors,
  listRolesBefore,
  recordAudit,
} from "./audit-store.ts";
