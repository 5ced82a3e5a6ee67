// Measures how much slower lists are while the price model trains in its thread, and the memory that it takes. See
// README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { constants, cpus, loadavg, platform, setPriority } from "node:os";
import { importFeeds } from "./bench-shop.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";

const feeds = process.argv.slice(2);
/** Requests per second, at even distances: a shop that is not saturated, as at night. */
const perSecond = Number(process.env.BENCH_RATE ?? 20);
/** Enough that a few pauses do not decide p99: a training of six seconds has 120 requests. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
/** Code is compiled only after some hundred requests, and the first phase would have all of those before. */
const warmUp = Number(process.env.BENCH_WARM_UP ?? 1_500);
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
  for (let sent = 0; sent < warmUp; sent += 1) await list(shop, sent);
  const times = { rest: [], busy: [], training: [], rating: [] };
  const peaks = { rest: [], training: [] };
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
    await request(shop, times.rest, rest(shop, took));
    peaks.rest.push(peakMegabytes(shop));
    await request(shop, times.busy, besideBusyProgram(rest(shop, took)));
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

/** Another program uses a processor meanwhile, at the priority of the thread that trains, and nothing else. */
async function besideBusyProgram(work) {
  const program = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
  setPriority(program.pid, constants.priority.PRIORITY_LOW);
  await work;
  program.kill("SIGKILL");
  await once(program, "exit");
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

async function list({ address }, at) {
  const path = paths[at % paths.length];
  const answer = await fetch(address + path);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

/** Requests lists at even distances until `end`, whether or not earlier requests are answered, and notes how long each took. */
async function request(shop, times, end) {
  let isOver = false;
  const stop = () => void (isOver = true);
  end.then(stop, stop);
  const open = [];
  for (let sent = 0; !isOver; sent += 1) {
    const started = performance.now();
    open.push(list(shop, sent).then(() => times.push(performance.now() - started)));
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

function reportMemory({ rest, training }) {
  const most = (peaks) => Math.round(Math.max(...peaks));
  console.log(
    `\nPeak memory of the process: ${most(training)} MB while it trains, ${most(rest)} MB at rest after a training.`,
  );
}

function report(cars, times, trained) {
  const at = (phase, share) => {
    const sorted = times[phase].toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  };
  const cells = (phase, share) => [
    at(phase, share).toFixed(1),
    (at(phase, share) / at("rest", share)).toFixed(2),
  ];
  const row = (name, phase) =>
    `| ${[name, times[phase].length, ...cells(phase, 0.5), ...cells(phase, 0.99)].join(" | ")} |`;
  console.log(
    `Node ${process.version}, ${cpus().length} processors, load ${loadavg()[0].toFixed(1)}, `,
  );
  console.log(`${cars} cars, ${perSecond} requests per second, ${rounds} rounds,`);
  console.log(`a training takes ${(trained / 1_000).toFixed(1)} s.\n`);
  console.log("| latency of lists | requests | p50 ms | ratio | p99 ms | ratio |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: |");
  console.log(row("at rest", "rest"));
  console.log(row("another program uses a processor", "busy"));
  console.log(row("while it trains", "training"));
  console.log(row("while cars are rated again", "rating"));
}
