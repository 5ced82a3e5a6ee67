// Exports for other features.
export { readListingChecks } from "./read-checks.ts";
export { recordCheck } from "./record-check.ts";
export { deleteChecksOf, endPhoneChecks } from "./seller-check-store.ts";
