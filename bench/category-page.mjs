// The category page as a call of `compareWithFloor`.
const path = "/products/1";

/** A page of the cache. */
export const cachedPage = { name: "category page, cached", path, goal: 0.6 };

/** A page does not show where its visitor came from, but it is rendered and cached for each such URL. */
export const freshPage = {
  name: "category page, not cached",
  path,
  fresh: (serial) => `${path}?from=${serial}`,
  goal: 0.05,
};

/** Other filters and other cars than the pages before. */
export const otherPage = {
  name: "the same with other filters and cars",
  path,
  fresh: (serial) =>
    `${path}?sort=price-asc&priceMin=${1_000 + ((serial * 150) % 60_000)}&from=${serial}`,
  goal: "",
};
