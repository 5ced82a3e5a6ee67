// What other features may use.
export { readConfirmations } from "./confirmation-store.ts";
export { readConfirming } from "./confirm-by-link.ts";
export { confirmListing } from "./confirm-listing.ts";
export { confirmListings } from "./confirm-listings.ts";
