// The door of this feature: what others may use of it.
export { settleReportsOfSeller } from "./settle-reports-of-seller.ts";
export { settleReports } from "./settle-reports.ts";
