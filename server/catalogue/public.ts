// What other features may use.
export { createCatalogue, type CarAddress, type Catalogue } from "./create-catalogue.ts";
export { readFeed as readChangedListings } from "./catalogue-store.ts";
export { photosOf, presentProduct, statusOf } from "./listing-presenter.ts";
export { readListingRows, selectListingRows, type ListingRow } from "./listing-row-store.ts";
