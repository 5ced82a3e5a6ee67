// What other features may use.
export { createValuation, type PriceValuation } from "./create-valuation.ts";
export { estimatePrice } from "./estimate-price.ts";
export { valueListing } from "./value-listing.ts";
