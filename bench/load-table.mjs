// `npm run bench:load`: the most visitors a second whose requests are all answered, 99 of 100 within 300 ms. See README.md.
import { closeShops, openShop } from "./compare-shops.mjs";
import { arrive, createTraffic, percentile, populate } from "./traffic.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const port = Number(process.env.PORT ?? 4710);
const longest = 300;
/** Visitors a second to begin with. */
const first = 4;
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
  // Pages that are rendered for the first time after the start are slow.
  await run(shop, data, kinds.browsing, first);
  console.log("| visitors | a second | requests a second | p50 ms | p99 ms |");
  console.log("| --- | ---: | ---: | ---: | ---: |");
  for (const name of measured) {
    const best = await findMost(shop, data, kinds[name]);
    console.log(
      best
        ? `| ${name} | ${best.rate.toFixed(0)} | ${best.requests.toFixed(0)} | ${best.p50.toFixed(0)} | ${best.p99.toFixed(0)} |`
        : `| ${name} | fewer than ${first} | | | |`,
    );
  }
} finally {
  await closeShops(shops);
}

/** Half as many again until it is too much, then in between. */
async function findMost(shop, data, visit) {
  let best = null;
  let tooMany = null;
  for (let rate = first; tooMany === null || tooMany / (best?.rate ?? 1) > 1.15;) {
    const found = await run(shop, data, visit, rate);
    if (found.isFine) best = { ...found, rate };
    else tooMany = rate;
    if (!best) return null;
    rate = tooMany === null ? rate * 1.5 : Math.sqrt(best.rate * tooMany);
  }
  return best;
}

async function run(shop, data, visit, rate) {
  const all = [];
  const traffic = createTraffic(shop, data, (request) => all.push(request));
  await arrive(rate, seconds, (number) => visit(traffic, number));
  traffic.close();
  const times = all.map(({ ms }) => ms);
  const p99 = percentile(times, 0.99);
  const isFine = p99 < longest && all.every(({ status }) => status >= 200 && status < 500);
  await new Promise((resolve) => setTimeout(resolve, isFine ? 500 : 3_000));
  return { isFine, p99, p50: percentile(times, 0.5), requests: all.length / seconds };
}
