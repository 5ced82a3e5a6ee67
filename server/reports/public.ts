// Exports for other features.
export { isReported } from "./report-store.ts";
export { settleReportsOfSeller } from "./settle-reports-of-seller.ts";
export { settleReports } from "./settle-reports.ts";
