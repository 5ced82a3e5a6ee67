// What other features may use.
export { countOutcomes } from "./count-outcomes.ts";
export { liveListingCountOfSeller } from "./own-listing-store.ts";
export { whileSuspended, whyNotOffer } from "./why-not-offer.ts";
