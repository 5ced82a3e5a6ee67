// The door of this feature: what others may use of it.
export { listingId, noSuchListing } from "./listing-id.ts";
export { pictureOf, presentProduct, statusOf } from "./listing-presenter.ts";
export {
  readListingRows,
  selectListingRows,
  type ListingFacts,
  type ListingRow,
} from "./listing-row-store.ts";
export {
  holdListingForBooking,
  listListingsNamed,
  liveListingCountOfSeller,
  lockListingsOfSeller,
  markRelisted,
  markRestored,
  markSaleUndone,
  withdrawListingsOfSeller,
} from "./listing-store.ts";
export { removeListing } from "./remove-listing.ts";
