// What other features may use.
export { liveListingCountOfSeller } from "./live-listing-store.ts";
export { whileSuspended, whyNotOffer } from "./why-not-offer.ts";
