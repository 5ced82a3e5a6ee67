// `npm run bench:pages -- FEED.csv…`: the pages' throughput as a ratio to a bare server that sends the same bytes. See README.md.
import { compareWithFloor } from "./compare-with-floor.mjs";

const feeds = process.argv.slice(2);
if (feeds.length === 0) {
  console.error("Usage: npm run bench:pages -- FEED.csv…");
  process.exit(1);
}

// A page does not show where its visitor came from, but it is rendered and cached for each such URL.
const fresh = { path: "/products/1?from=", isFresh: true };

await compareWithFloor(feeds, () => [
  { name: "category page, cached", path: "/products/1", goal: 0.6 },
  { name: "category page, not cached", ...fresh, goal: 0.05 },
]);
