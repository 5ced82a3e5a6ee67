// What other features may use.
export { listingId, noSuchListing } from "./listing-id.ts";
export {
  findListing,
  holdListingForBooking,
  insertListing,
  lockListing,
  lockListingsOfSeller,
  lockSeller,
  markAdvertised,
  markRelisted,
  markRemoved,
  markRestored,
  markSaleUndone,
  markWithdrawn,
  readSeller,
  withdrawListingsOfSeller,
} from "./listing-store.ts";
