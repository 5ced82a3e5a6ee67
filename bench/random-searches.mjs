import { generator } from "./seed-listings.mjs";

const makes = {
  Audi: ["A3", "A4", "A6", "Q3", "Q5", "TT"],
  BMW: ["1 Series", "3 Series", "5 Series", "X1", "X3", "X5"],
  "Mercedes-Benz": ["A Class", "C Class", "E Class", "GLC Class"],
};
const texts = [
  "a4 2018",
  "c class diesel",
  "x5 london",
  "black automatic",
  "full service",
  "audi manch",
  "series 2017",
  "leather petrol under 20k",
];

/** Paths of faceted searches: filters alone, and with free text. */
export function randomSearches(count) {
  const random = generator(7);
  const pick = (values) => values[random(values.length)];
  const aSearch = (withText) => {
    const query = new URLSearchParams({ facets: "1" });
    const make = pick(Object.keys(makes));
    if (random(2) === 0) {
      query.set("make", make);
      if (random(2) === 0) query.set("model", pick(makes[make]));
    }
    if (random(3) === 0) query.set("fuel", pick(["diesel", "petrol", "hybrid"]));
    if (random(3) === 0) query.set("transmission", pick(["manual", "automatic"]));
    if (random(2) === 0) query.set("priceMax", String(10_000 + random(8) * 5_000));
    if (random(2) === 0) query.set("yearMin", String(2012 + random(8)));
    if (random(4) === 0) query.set("mileageMax", String(10_000 + random(8) * 10_000));
    if (random(5) === 0) query.set("sort", pick(["price-asc", "year-desc", "mileage-asc"]));
    if (withText) query.set("q", pick(texts));
    return `/api/listings?${query}`;
  };
  return {
    "filters and all facets": Array.from({ length: count }, () => aSearch(false)),
    "free text and all facets": Array.from({ length: count }, () => aSearch(true)),
  };
}
