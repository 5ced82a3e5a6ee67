// What other features may use of listings.
export { pictureOf, presentProduct, statusOf } from "./listing-presenter.ts";
export { readListingRows, selectListingRows, type ListingFacts, type ListingRow } from "./listing-row-store.ts";
