// What other features may use.
export { exampleListing } from "./example-listing.ts";
export { listingId, noSuchListing } from "./listing-id.ts";
export { isShown, requireShown } from "./require-shown.ts";
export {
  clearLapsed,
  findListing,
  lockListingForShare,
  insertListing,
  lockListing,
  lockListingForChange,
  lockListingsOfSeller,
  lockRemovable,
  markAdvertised,
  markLapsed,
  markRelisted,
  markRemoved,
  markRestored,
  markSaleUndone,
  markWithdrawn,
  readSeller,
  setPhotos,
  updateListing,
  withdrawListingsOfSeller,
} from "./listing-store.ts";
export {
  lockListings,
  markAllAdvertised,
  markAllOffSale,
  setPrices,
} from "./many-listings-store.ts";
export { lockSeller, withLockedSeller } from "./seller-lock-store.ts";
export { lockOffSale, markDeleted, markOffSale, markOnSale } from "./off-sale-store.ts";
export { whyMakeNotSold } from "./why-make-not-sold.ts";
