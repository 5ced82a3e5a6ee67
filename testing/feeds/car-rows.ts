import type { CarRow } from "#server/feeds/feed-facts.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

const facts = (given: Partial<FeedFacts> = {}): FeedFacts => ({
  name: "BMW 3 Series 2018",
  make: "BMW",
  categoryId: 1,
  model: "3 Series",
  year: 2018,
  mileage: 40_000,
  mileageUnit: "mi",
  fuel: "diesel",
  transmission: "manual",
  engineSizeCc: 1_995,
  bodyType: "saloon",
  bodyTypeTypical: true,
  fuelEconomy: null,
  fuelEconomyUnit: null,
  annualTaxMinor: null,
  colour: null,
  vin: null,
  condition: null,
  location: "Leeds",
  description: "",
  resalePriceMinor: 1_500_000,
  sourceCurrency: "USD",
  sourcePriceMinor: 1_500_000,
  sourceRate: "1",
  ...given,
});

let line = 1;
/** A row of a feed about a BMW, for tests. */
export const carRow = (identity: string | null, given?: Partial<FeedFacts>): CarRow => {
  const stated = facts(given);
  line += 1;
  const fingerprint = JSON.stringify([identity, stated]);
  return { line, identities: identity === null ? [] : [identity], fingerprint, facts: stated };
};
