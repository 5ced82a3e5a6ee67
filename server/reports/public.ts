// The door of this feature: what others may use of it.
export { closeReportsOfListing } from "./report-store.ts";
