// What other features may use.
export { listingId, noSuchListing } from "./listing-id.ts";
export {
  findListing,
  lockListingForShare,
  insertListing,
  lockListing,
  lockListingForChange,
  lockListingsOfSeller,
  lockSeller,
  markAdvertised,
  markRelisted,
  markRemoved,
  markRestored,
  markSaleUndone,
  markWithdrawn,
  readSeller,
  updateListing,
  withdrawListingsOfSeller,
} from "./listing-store.ts";
