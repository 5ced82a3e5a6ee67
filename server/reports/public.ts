// The door of this feature: what others may use of it.
export { settleReports } from "./settle-reports.ts";
