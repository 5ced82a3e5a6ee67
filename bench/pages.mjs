// `npm run bench:pages -- FEED.csv…`: the pages' throughput as a ratio to a bare server that sends the same bytes. See README.md.
import { compareWithFloor } from "./compare-with-floor.mjs";

const feeds = process.argv.slice(2);
if (feeds.length === 0) {
  console.error("Usage: npm run bench:pages -- FEED.csv…");
  process.exit(1);
}

const path = "/products/1";
// A page does not show where its visitor came from, but it is rendered and cached for each such URL.
const fresh = (serial) => `${path}?from=${serial}`;
// Other filters and other cars than the pages before.
const others = (serial) =>
  `${path}?sort=price-asc&priceMin=${1_000 + ((serial * 150) % 60_000)}&from=${serial}`;

await compareWithFloor(feeds, () => [
  { name: "category page, cached", path, goal: 0.6 },
  { name: "category page, not cached", path, fresh, goal: 0.05 },
  { name: "the same with other filters and cars", path, fresh: others, goal: "" },
]);
