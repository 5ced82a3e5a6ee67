// `npm run soak -- --minutes 60`: mixed traffic for a long time; memory, descriptors and connections have to stay flat.
// See README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { payByCard } from "../scripts/load/pay-by-card.mjs";
import { databaseOf, isReady, program, root, shopEnv, tokenOf } from "./bench-shop.mjs";
import { arrive, createTraffic, newToken, populate, price } from "./traffic.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    visitors: { type: "string", default: "3" },
    "warm-up": { type: "string", default: "10000" },
    snapshots: { type: "string" },
  },
});
const minutes = Number(values.minutes);
const perSecond = Number(values.visitors);
/** Visits before the first sample, in which V8 compiles what is used and caches fill. */
const warmUp = Number(values["warm-up"]);
if (!(minutes > 0) || !(perSecond > 0) || !(warmUp >= 0)) {
  console.error(
    "Usage: npm run soak -- --minutes 60 [--visitors PER_SECOND] [--warm-up VISITS] [--snapshots FOLDER]",
  );
  process.exit(1);
}
/** Bytes in ten minutes from which on memory leaks, and how many more descriptors or connections are a leak. */
const leak = 1_000_000;
const fewMore = 10;
const sampleEvery = Math.max(2_000, (minutes * 60_000) / 180);
/** Milliseconds after which buyers get new access tokens, which end after an hour. */
const renewEvery = 20 * 60_000;
/** Milliseconds without visitors in which their connections end. */
const idleFor = 10_000;
/** Visitors at a time during the warm-up. */
const warmUpVisitors = 8;

const port = Number(process.env.PORT ?? 4710);
const address = `http://127.0.0.1:${port}`;
const env = shopEnv(mkdtempSync(join(tmpdir(), "marque-soak-")), port);
const preload = pathToFileURL(join(import.meta.dirname, "report-memory.mjs")).href;
const server = spawn(process.execPath, ["--expose-gc", "--import", preload, program, "serve"], {
  cwd: root,
  env,
  stdio: ["ignore", "ignore", "inherit", "ipc"],
});
const samplesFile = join(tmpdir(), `marque-soak-${process.pid}.jsonl`);
const shop = { address, env, server };
let lastAnswer = Promise.resolve();
try {
  await start();
  process.exitCode = await soak();
} finally {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
  rmSync(env.DATA_DIR, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function start() {
  for (let attempt = 0; attempt < 1_500 && !(await isReady(shop)); attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 200));
}

/** @returns the exit code */
async function soak() {
  const data = await populate(shop, { listings: 2_000, buyers: 20 });
  const database = new pg.Client(databaseOf(shop));
  database.on("error", () => undefined);
  await database.connect();
  const statuses = {};
  const count = ({ status }) => (statuses[status] = (statuses[status] ?? 0) + 1);
  const traffic = createTraffic(shop, data, count);
  const samples = [];
  const renewing = setInterval(() => void renewTokens(data), renewEvery);
  await warm(traffic, data);
  await writeSnapshot("warm");
  await new Promise((resolve) => setTimeout(resolve, idleFor));
  const socketsBefore = countDescriptors().sockets;
  const began = Date.now();
  const sampling = setInterval(() => {
    sample(database).then(
      (one) => {
        const minute = (Date.now() - began) / 60_000;
        samples.push({ ...one, minute });
        // So that a run that is ended early still says something.
        appendFileSync(samplesFile, `${JSON.stringify(samples.at(-1))}\n`);
      },
      (error) => console.error(`no sample: ${error.message}`),
    );
  }, sampleEvery);
  await arrive(perSecond, minutes * 60, (number) => visit(traffic, data, number));
  clearInterval(sampling);
  clearInterval(renewing);
  await writeSnapshot("end");
  traffic.close();
  await new Promise((resolve) => setTimeout(resolve, idleFor));
  const socketsLeft = countDescriptors().sockets - socketsBefore;
  await database.end();
  return report(samples, statuses, socketsLeft);
}

async function renewTokens({ buyers }) {
  for (const buyer of buyers)
    buyer.token = await newToken(shop, buyer).catch((error) => {
      console.error(`no new token: ${error.message}`);
      return buyer.token;
    });
}

/** Some visitors at a time come back at once, until all visits are made. */
async function warm(traffic, data) {
  let visits = 0;
  const ride = async () => {
    while (visits < warmUp) await visit(traffic, data, (visits += 1));
  };
  await Promise.all(Array.from({ length: warmUpVisitors }, ride));
  console.log(`warmed up by ${visits} visits`);
}

/** Of 20 visitors, two book and cancel, one pays, one signs in and one uploads a picture. */
async function visit(traffic, data, number) {
  switch (number % 20) {
    case 3:
    case 13:
      return traffic.book();
    case 7:
      return traffic.signIn();
    case 11:
      return traffic.upload();
    case 17:
      return pay(traffic, data);
    default:
      return traffic.browse();
  }
}

/** A seller adds a car, and a buyer books it and pays by card. */
async function pay({ post }, { buyers }) {
  shop.seller ??= await tokenOf({ address }, "seller");
  const added = await post(
    "add",
    "/api/addproduct",
    { token: shop.seller, cookie: "" },
    {
      name: "To be sold",
      originalPrice: price,
      resalePrice: price,
      category: "BMW",
      condition: "Good",
    },
  );
  if (added.status === 401) shop.seller = undefined;
  if (added.status !== 200) return;
  const buyer = buyers[Math.floor(Math.random() * buyers.length)];
  const booked = await post("book", "/api/bookings", buyer, {
    productId: JSON.parse(added.text).insertedId,
    item: "To be sold",
    price,
  });
  const bookingId = booked.status === 200 && JSON.parse(booked.text).insertedId;
  if (!bookingId) return;
  const opened = await post("payment", "/api/create-payment-intent", buyer, { bookingId, price });
  if (opened.status !== 200) return;
  await payByCard(address, JSON.parse(opened.text)).catch((error) => {
    console.error(`no payment: ${error.message} (${error.cause?.code})`);
  });
}

/** Asks the shop's process, one question at a time. */
function askProcess(question) {
  lastAnswer = lastAnswer.then(async () => {
    server.send(question);
    const [answer] = await once(server, "message");
    return answer;
  });
  return lastAnswer;
}

/** For `--snapshots`: what the heap has after the warm-up and at the end, to find what grows. */
async function writeSnapshot(name) {
  if (!values.snapshots) return;
  const snapshot = join(resolve(values.snapshots), `${name}.heapsnapshot`);
  console.log(`wrote ${(await askProcess({ snapshot })).file}`);
}

async function sample(database) {
  const memory = await askProcess({});
  const { rows } = await database.query(
    "select count(*)::int as n from pg_stat_activity where datname = current_database()",
  );
  return {
    heap: memory.heapUsed,
    buffers: memory.external,
    rss: memory.rss,
    ...countDescriptors(),
    connections: rows[0].n,
  };
}

/** Open files of the shop, and its sockets: those of visitors who are being served come and go. */
function countDescriptors() {
  const folder = `/proc/${server.pid}/fd`;
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      // It was closed meanwhile.
      return null;
    }
  });
  const sockets = targets.filter((target) => target?.startsWith("socket:")).length;
  return { descriptors: targets.filter((target) => target !== null).length - sockets, sockets };
}

/**
 * The slope of a value by least squares, in bytes in ten minutes, with its standard error: the true
 * slope is within twice that in 19 of 20 runs.
 */
function slopeOf(samples, valueOf) {
  const mean = (of) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const x = mean(({ minute }) => minute);
  const y = mean(valueOf);
  const spread = mean(({ minute }) => (minute - x) ** 2);
  const slope = mean((one) => (one.minute - x) * (valueOf(one) - y)) / spread;
  const rest = mean((one) => (valueOf(one) - y - slope * (one.minute - x)) ** 2);
  const error = Math.sqrt(rest / spread / (samples.length - 2));
  return { slope: slope * 10, error: error * 10 };
}

function megabytes(bytes, digits = 1) {
  return (bytes / 1_000_000).toFixed(digits);
}

/** Prints a line for each twelfth of the time: the lowest memory in it, because requests under way come on top. */
function printSamples(samples) {
  console.log("| minute | heap MB | buffers MB | RSS MB | descriptors | connections |");
  console.log("| ---: | ---: | ---: | ---: | ---: | ---: |");
  const step = Math.ceil(samples.length / 12);
  for (let place = 0; place + step <= samples.length; place += step) {
    const some = samples.slice(place, place + step);
    const least = (name) => megabytes(Math.min(...some.map((one) => one[name])));
    const last = some.at(-1);
    console.log(
      `| ${last.minute.toFixed(0)} | ${least("heap")} | ${least("buffers")} | ${least("rss")} | ${last.descriptors} | ${last.connections} |`,
    );
  }
}

/** @returns the exit code */
function report(samples, statuses, socketsLeft) {
  if (samples.length < 10) {
    console.error("Too few samples.");
    return 1;
  }
  printSamples(samples);
  const grows = [];
  const memory = {
    "heap and buffers": ({ heap, buffers }) => heap + buffers,
    "resident memory": ({ rss }) => rss,
  };
  for (const [name, valueOf] of Object.entries(memory)) {
    const { slope, error } = slopeOf(samples, valueOf);
    console.log(
      `${name}: ${megabytes(slope, 2)} MB in ten minutes (standard error ${megabytes(error, 2)})`,
    );
    if (slope >= leak) grows.push(name);
  }
  console.log(`answers: ${JSON.stringify(statuses)}`);
  const half = Math.floor(samples.length / 2);
  const most = (some, name) => Math.max(...some.map((one) => one[name]));
  for (const name of ["descriptors", "connections"])
    if (most(samples.slice(half), name) > most(samples.slice(0, half), name) + fewMore)
      grows.push(name);
  console.log(
    `sockets ${idleFor / 1_000} s after the last visitor: ${socketsLeft} more than before`,
  );
  if (socketsLeft > fewMore) grows.push("sockets");
  for (const name of grows) console.error(`It grows: ${name}.`);
  const failed = Object.keys(statuses).filter((status) => Number(status) === 0 || status === "500");
  if (failed.length > 0) console.error(`Failed requests: ${failed.join(", ")}.`);
  return grows.length === 0 && failed.length === 0 ? 0 : 1;
}
