// What other features may use.
export { createCatalogue, type Catalogue } from "./create-catalogue.ts";
export {
  eraseListingEdits,
  readFeed as readChangedListings,
  readListingEdits,
  type ListingEdit,
} from "./catalogue-store.ts";
export type { PriceRater } from "./price-rating.ts";
export { refuseLeftOutMakes } from "./refuse-left-out-makes.ts";
export { rowMatcher } from "./row-matcher.ts";
export { detailsOf, photosOf, presentProduct, statusOf } from "./listing-presenter.ts";
export {
  readListingRows,
  selectListingRows,
  type ListingFacts,
  type ListingRow,
} from "./listing-row-store.ts";
export { usualModel } from "./usual-model.ts";
