// Measures how much slower lists are while the price model trains in its thread, and the memory that it takes. See
// README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, platform } from "node:os";
import { importFeeds } from "./bench-shop.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";

const feeds = process.argv.slice(2);
/** Requests per second, at even distances: a shop that is not saturated, as at night. */
const perSecond = Number(process.env.BENCH_RATE ?? 20);
/** Enough that a few pauses do not decide p99: a training of six seconds has 120 requests. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
/** How long all cars are rated again after a training, with some reserve. */
const ratingMs = 12_000;
const port = Number(process.env.PORT ?? 4710);
const paths = [
  "/api/listings?make=BMW&limit=20",
  "/api/listings?q=diesel&sort=price-asc&limit=20",
  "/api/listings?facets=1&limit=20",
  "/api/products/1?limit=20",
];

const isBusy = ({ training }) => ["waiting", "running"].includes(training?.state);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const shops = [];
try {
  const shop = await openShop(shops, port);
  if (feeds.length > 0) await importFeeds(shop, feeds);
  const cars = (await (await fetch(`${shop.address}/api/listings?limit=1`)).json()).total;
  // The shop trains by itself after its start.
  await until(async () => !isBusy(await model(shop)) && (await model(shop)).current);
  await train(shop);
  const times = { quiet: [], training: [], rating: [] };
  const peaks = { quiet: [], training: [] };
  let trained = 0;
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    forgetPeak(shop);
    await request(shop, times.training, train(shop));
    peaks.training.push(peakMegabytes(shop));
    const took = performance.now() - started;
    trained += took / rounds;
    await request(shop, times.rating, sleep(ratingMs));
    await sleep(ratingMs / 2);
    forgetPeak(shop);
    await request(shop, times.quiet, rest(shop, took));
    peaks.quiet.push(peakMegabytes(shop));
  }
  report(cars, times, trained);
  reportMemory(peaks);
} finally {
  await closeShops(shops);
}

/** Trains a version. Resolves when the training has ended. */
async function train(shop) {
  const headers = { authorization: `Bearer ${shop.tokens.admin}` };
  const before = (await model(shop)).versions.length;
  await fetch(`${shop.address}/api/valuation/model/train`, { method: "POST", headers });
  await until(async () => {
    const { versions } = await model(shop);
    return versions.length > before;
  });
}

/** Waits, and asks for the state of the training as often as during one. */
async function rest(shop, ms) {
  for (const end = performance.now() + ms; performance.now() < end;) {
    await model(shop);
    await sleep(500);
  }
}

async function model({ address, tokens }) {
  const headers = { authorization: `Bearer ${tokens.admin}` };
  return (await fetch(`${address}/api/valuation/model`, { headers })).json();
}

async function until(isTrue) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isTrue()) return;
    await sleep(500);
  }
  throw new Error("The model was not trained.");
}

/**
 * Requests lists at even distances until `end`, whether or not earlier requests are answered, and notes how long each
 * took.
 */
async function request({ address }, times, end) {
  let isOver = false;
  void end.finally(() => (isOver = true));
  const open = [];
  for (let sent = 0; !isOver; sent += 1) {
    const path = paths[sent % paths.length];
    const started = performance.now();
    open.push(
      fetch(address + path).then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        times.push(performance.now() - started);
      }),
    );
    await sleep(1_000 / perSecond);
  }
  await Promise.all(open);
  await end;
}

// Linux keeps the most resident memory of a process, with all of its threads, and forgets it on request.
function forgetPeak({ server }) {
  if (platform() === "linux") writeFileSync(`/proc/${server.pid}/clear_refs`, "5");
}

function peakMegabytes({ server }) {
  if (platform() !== "linux") return NaN;
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)[1]) / 1_024;
}

function reportMemory({ quiet, training }) {
  const most = (peaks) => Math.round(Math.max(...peaks));
  console.log(
    `\nPeak memory of the process: ${most(training)} MB while it trains, ${most(quiet)} MB at rest after a training.`,
  );
}

function report(cars, { quiet, training, rating }, trained) {
  const at = (times, share) =>
    times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
  const row = (name, share) => {
    const [before, during, after] = [quiet, training, rating].map((times) => at(times, share));
    const ms = [before, during, after].map((time) => time.toFixed(1));
    const ratios = [during, after].map((time) => (time / before).toFixed(2));
    return `| ${[name, ...ms, ...ratios].join(" | ")} |`;
  };
  console.log(
    `Node ${process.version}, ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, `,
  );
  console.log(`${cars} cars, ${perSecond} requests per second, ${rounds} rounds,`);
  console.log(`a training takes ${(trained / 1_000).toFixed(1)} s.\n`);
  console.log(
    "| latency of lists | ms at rest | ms while it trains | ms while cars are rated again | ratio, training | ratio, rating |",
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
  console.log(row(`p50 (${quiet.length}, ${training.length} and ${rating.length} requests)`, 0.5));
  console.log(row("p99", 0.99));
}
