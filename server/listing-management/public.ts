// What other features may use.
export { liveListingCountOfSeller } from "./own-listing-store.ts";
export { whyNotOffer } from "./why-not-offer.ts";
