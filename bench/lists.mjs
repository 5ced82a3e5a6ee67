// Compares list performance with the demo's cars and with thousands of imported ones. See README.md.
import { importFeeds } from "./bench-shop.mjs";
import { compareShops } from "./compare-shops.mjs";

const feeds = process.argv.slice(2);
if (feeds.length === 0) {
  console.error(
    "Usage: node bench/lists.mjs FEED.csv… (the feeds to load between the two measurements)",
  );
  process.exit(1);
}

// The same number of rows in both shops, so the comparison shows the cost of finding them.
const page = "limit=20";
const lists = [
  ["home page", "/", null],
  ["home page, not cached", "/?from=", null],
  ["category page", "/products/1", null],
  ["category page, not cached", "/products/1?from=", null],
  ["GET /products", `/api/products?${page}`, null],
  ["GET /products/1 by price", `/api/products/1?${page}&sort=price-asc`, null],
  ["GET /category", "/api/category", null],
  ["my products, seller", `/api/addproduct?${page}`, "seller"],
  ["all products, admin", `/api/addproduct?${page}`, "admin"],
  ["all sellers, admin", "/api/seller", "admin"],
  ["all buyers, admin", "/api/buyer", "admin"],
  ["all users, admin", "/api/users", "admin"],
  ["reported items, admin", "/api/reportedProducts", "admin"],
  ["my orders, buyer", "/api/bookings?email=buyer@marque.example", "buyer"],
];

await compareShops(lists, async (few, many) => {
  await load(many);
  return [`${await countCars(few)} cars`, `${await countCars(many)} cars`];
});

async function countCars({ address }) {
  const categories = await (await fetch(`${address}/api/category`)).json();
  return categories.reduce((sum, category) => sum + category.count, 0);
}

async function load(shop) {
  await importFeeds(shop, feeds);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}
