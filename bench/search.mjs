// `npm run bench -- FEED.csv…`: the throughput of the API and of a category page as a ratio to a bare server that sends the
// same bytes, with Express and SQL beside it. See README.md.
import { compareWithFloor } from "./compare-with-floor.mjs";
import { cachedPage, freshPage } from "./category-page.mjs";

const feeds = process.argv.slice(2);
if (feeds.length === 0) {
  console.error("Usage: npm run bench -- FEED.csv…");
  process.exit(1);
}

const filters = "fuel=diesel&priceMax=25000&yearMin=2015";
await compareWithFloor(feeds, ({ listings: [first] }) => [
  { name: "list of 24 with total", path: "/api/listings", goal: 0.5, withExpress: true },
  { name: "one listing", path: `/api/listings/${first._id}`, goal: 0.3, withExpress: true },
  {
    name: "filtered search with all facets",
    path: `/api/listings?${filters}&facets=1`,
    goal: 0.2,
    withExpress: true,
  },
  {
    name: "free text, ranked",
    path: "/api/listings?q=series+2017+demo",
    goal: 0.15,
    withExpress: true,
  },
  cachedPage,
  freshPage,
]);
