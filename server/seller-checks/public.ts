// Exports for other features.
export { readListingChecks } from "./read-checks.ts";
export { recordCheck } from "./record-check.ts";
export { deleteChecksOf, endChecks, endChecksOfOtherCars } from "./seller-check-store.ts";
