// `npm run bench:million -- FEED.csv…`: what a million listings cost in start-up time, memory and search. See README.md.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import {
  databaseOf,
  importFeeds,
  isReady,
  processorTime,
  program,
  root,
  shopEnv,
} from "./bench-shop.mjs";
import { randomSearches } from "./random-searches.mjs";
import { multiplyListings, spreadListings } from "./seed-listings.mjs";

const feeds = process.argv.slice(2);
const folder = process.env.BENCH_DATA ?? join(tmpdir(), `marque-million-${process.pid}`);
const isKept = process.env.BENCH_DATA !== undefined;
const listings = Number(process.env.BENCH_LISTINGS ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const searchesPerRound = Number(process.env.BENCH_SEARCHES ?? 200);
const port = Number(process.env.PORT ?? 4710);
const goals = { startFew: 1.5, startMany: 20, memory: 1_200, ratio: 5 };

const running = [];
try {
  const shops = {
    demo: await prepare("demo", port, async () => {}),
    few: await prepare("few", port + 1, fill),
    many: await prepare(
      "many",
      port + 2,
      (shop) => withClient(shop, (client) => multiplyListings(client, listings)),
      "few",
    ),
  };
  console.log(`Node ${process.version}, ${cpus().length} processors\n`);
  const starts = { demo: [], few: [], many: [] };
  for (let round = 0; round < 3; round += 1)
    for (const name of ["demo", "few"]) {
      starts[name].push(await start(shops[name]));
      await stop(shops[name]);
    }
  await start(shops.few);
  starts.many.push(await start(shops.many));
  await reportStarts(shops, starts);
  await compareSearches(shops);
  console.log(
    `After the searches the process has ${await memoryOf(shops.many)} MB with all listings and ${await memoryOf(shops.few)} MB with few.`,
  );
} finally {
  for (const shop of [...running]) await stop(shop);
  if (!isKept) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** A demo shop with its own database, filled once. It starts with a copy of `original`'s data, if given. */
async function prepare(name, port, fillShop, original = null) {
  const dataDir = join(folder, name);
  const env = shopEnv(dataDir, port);
  const shop = { name, address: `http://127.0.0.1:${port}`, env, server: null };
  if (existsSync(dataDir)) return shop;
  // The database's files belong to another user, which fs.cpSync would change.
  if (original) execFileSync("cp", ["-a", join(folder, original), dataDir]);
  else mkdirSync(dataDir, { recursive: true });
  const began = performance.now();
  await start(shop);
  await fillShop(shop);
  await stop(shop);
  console.log(`Filled "${name}" in ${seconds(performance.now() - began)} s.`);
  return shop;
}

async function fill(shop) {
  if (feeds.length === 0)
    throw new Error(
      "Usage: npm run bench:million -- FEED.csv… (the three UK feeds, see README.md)",
    );
  await importFeeds(shop, feeds);
  await withClient(shop, spreadListings);
}

/** Starts a shop and returns the milliseconds until it is ready, and those that its process computed. */
async function start(shop) {
  const began = performance.now();
  shop.server = spawn(process.execPath, [program, "serve"], {
    cwd: root,
    env: shop.env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  running.push(shop);
  while (!(await isReady(shop))) {
    if (shop.server.exitCode !== null) throw new Error(`${shop.name} ended at its start.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { wall: performance.now() - began, processor: processorTime(shop.server.pid) / 1_000 };
}

async function stop(shop) {
  running.splice(running.indexOf(shop), 1);
  const { server } = shop;
  if (server.exitCode !== null) return;
  server.kill("SIGTERM");
  await once(server, "exit");
}

/** Runs `work` with a connection to the shop's embedded database. No trigger fires, so no running shop follows. */
async function withClient(shop, work) {
  const client = new pg.Client(databaseOf(shop));
  await client.connect();
  await client.query("set session_replication_role = replica");
  await work(client);
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  await client.end();
}

async function reportStarts(shops, { demo, few, many }) {
  const total = await totalOf(shops.many);
  const middle = (times, kind) => median(times.map((time) => time[kind]));
  const added = (times, kind) => seconds(middle(times, kind) - middle(demo, kind));
  console.log("| at start | cars | seconds until ready | added | processor time added | goal |");
  console.log("| --- | --- | --- | --- | --- | --- |");
  const row = (name, cars, times, goal) =>
    console.log(
      `| ${name} | ${cars} | ${seconds(middle(times, "wall"))} | ${added(times, "wall")} | ${added(times, "processor")} | ${goal} |`,
    );
  row("demo", "–", demo, "–");
  row("few", await totalOf(shops.few), few, `< ${goals.startFew}`);
  row("many", total, many, `< ${goals.startMany}`);
  console.log(
    `\nMemory with ${total} cars: ${await memoryOf(shops.many)} MB resident, ${await memoryOf(shops.many, "VmHWM")} MB at most (goal ${goals.memory}); with few: ${await memoryOf(shops.few)} MB.\n`,
  );
}

async function totalOf({ address }) {
  return (await (await fetch(`${address}/api/listings?limit=1`)).json()).total;
}

/** Resident megabytes of a shop's process. */
async function memoryOf({ server }, field = "VmRSS") {
  const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)[1]) / 1_000);
}

/** The same searches in both shops, in turns, one at a time. */
async function compareSearches({ few, many }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const kinds = Object.entries(randomSearches(searchesPerRound));
  console.log(
    "| search | p50 ms, few | p50 ms, many | p99 ms, few | p99 ms, many | ratio of p99 |",
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  for (const [kind, paths] of kinds) {
    const times = { few: [], many: [] };
    for (const shop of [few, many]) for (const path of paths) await timeOf(shop, path, agent);
    for (let round = 0; round < rounds; round += 1)
      for (const shop of [few, many])
        for (const path of paths) times[shop.name].push(await timeOf(shop, path, agent));
    const [a, b] = [times.few, times.many].map((all) => all.toSorted((x, y) => x - y));
    const at = (sorted, share) => sorted[Math.floor(sorted.length * share)];
    console.log(
      `| ${kind} | ${at(a, 0.5).toFixed(1)} | ${at(b, 0.5).toFixed(1)} | ${at(a, 0.99).toFixed(1)} | ${at(b, 0.99).toFixed(1)} | ${(at(b, 0.99) / at(a, 0.99)).toFixed(1)} (goal < ${goals.ratio}) |`,
    );
  }
  agent.destroy();
  console.log();
}

function timeOf({ address }, path, agent) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(address + path, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
      answer.resume().once("end", () => resolve(performance.now() - began));
    }).once("error", reject);
  });
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function seconds(milliseconds) {
  return (milliseconds / 1_000).toFixed(2);
}
