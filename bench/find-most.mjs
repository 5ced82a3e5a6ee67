// The most visitors a second whose requests are all answered, 99 of 100 within 300 ms. Used by load-table.mjs and
// vendure.mjs.
import { arrive, percentile } from "./traffic.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const longest = 300;
/** Visitors a second to begin with. */
export const first = 2;

/**
 * Half as many again until it is too much, then in between.
 * @param visitOf a function that gets a list for the requests that end, and returns one visit and how to end all
 */
export async function findMost(visitOf) {
  let best = null;
  let tooMany = null;
  for (let rate = first; tooMany === null || tooMany / (best?.rate ?? 1) > 1.15;) {
    const result = await tryRate(visitOf, rate);
    if (result.isFine) best = { ...result, rate };
    else tooMany = rate;
    if (!best) return null;
    rate = tooMany === null ? rate * 1.5 : Math.sqrt(best.rate * tooMany);
  }
  return best;
}

/** One run of some seconds with this many visitors a second. */
export async function tryRate(visitOf, rate) {
  const all = [];
  const { visit, close } = visitOf((request) => all.push(request));
  await arrive(rate, seconds, visit);
  close();
  const times = all.map(({ ms }) => ms);
  const p99 = percentile(times, 0.99);
  const isFine = p99 < longest && all.every(({ status }) => status >= 200 && status < 500);
  await new Promise((resolve) => setTimeout(resolve, isFine ? 500 : 3_000));
  return { isFine, p99, p50: percentile(times, 0.5), requests: all.length / seconds };
}

/** A row of a table of visitors, the second, requests, and percentiles. */
export const rowOf = (name, best) =>
  best
    ? `| ${name} | ${best.rate.toFixed(0)} | ${best.requests.toFixed(0)} | ${best.p50.toFixed(0)} | ${best.p99.toFixed(0)} |`
    : `| ${name} | fewer than ${first} | | | |`;

export const head =
  "| visitors | a second | requests a second | p50 ms | p99 ms |\n| --- | ---: | ---: | ---: | ---: |";
