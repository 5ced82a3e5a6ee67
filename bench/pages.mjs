// `npm run bench:pages -- FEED.csv…`: the pages' throughput as a ratio to a bare server that sends the same bytes. See
// README.md.
import { compareWithFloor } from "./compare-with-floor.mjs";
import { cachedPage, freshPage, otherPage } from "./category-page.mjs";

const feeds = process.argv.slice(2);
if (feeds.length === 0) {
  console.error("Usage: npm run bench:pages -- FEED.csv…");
  process.exit(1);
}

await compareWithFloor(feeds, () => [cachedPage, freshPage, otherPage]);
