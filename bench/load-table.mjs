// `npm run bench:load`: how many visitors a second the shop serves, by what they do. See README.md.
import { closeShops, openShop } from "./compare-shops.mjs";
import { findMost, first, head, rowOf, tryRate } from "./find-most.mjs";
import { createTraffic, populate } from "./traffic.mjs";

const port = Number(process.env.PORT ?? 4710);
const kinds = {
  browsing: ({ browse }) => browse(),
  mixed: ({ browse, book, signIn }, number) =>
    number % 50 === 7 ? signIn() : number % 25 === 3 ? book() : browse(),
  booking: ({ book }) => book(),
};
/** Which of them to measure. */
const measured = process.env.BENCH_VISITORS?.split(",") ?? Object.keys(kinds);

const shops = [];
try {
  const shop = await openShop(shops, port);
  const data = await populate(shop, { buyers: 100 });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const visitorsOf = (kind) => (record) => {
    const traffic = createTraffic(shop, data, record);
    return { visit: (number) => kind(traffic, number), close: traffic.close };
  };
  // Pages that are rendered for the first time after the start are slow.
  await tryRate(visitorsOf(kinds.browsing), first);
  console.log(head);
  for (const name of measured) console.log(rowOf(name, await findMost(visitorsOf(kinds[name]))));
} finally {
  await closeShops(shops);
}
