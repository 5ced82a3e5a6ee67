// Measures a shop's answers as a ratio to a bare `node:http` server that sends the same bytes. See README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { get } from "node:http";
import { cpus } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { databaseOf, importFeeds, processorTime, root } from "./bench-shop.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 32);
// Code is compiled after some hundred renderings.
const warmUp = Number(process.env.BENCH_WARM_UP ?? 5);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const port = Number(process.env.PORT ?? 4710);
const headers = { "accept-encoding": "gzip" };

/**
 * Starts a shop with the feeds, and prints a row for each of the calls that `callsOf` returns for it. A call is
 * `{ name, path, goal }`; with `fresh`, each request has the path that this function returns for its number, and with
 * `withExpress` the call is compared with an Express server as well.
 */
export async function compareWithFloor(feeds, callsOf) {
  const shops = [];
  const floor = spawn(process.execPath, ["--input-type=module", "-e", floorProgram], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const shop = await openShop(shops, port);
    await loadFeeds(shop, feeds);
    await untilIdle(shop.server.pid);
    const first = await (await fetch(`${shop.address}/api/listings?limit=1`)).json();
    const calls = callsOf(first);
    console.log(`Node ${process.version}, ${cpus().length} processors, ${connections} connections`);
    console.log(`${first.total} cars, ${rounds} × ${seconds} s each, interleaved\n`);
    console.log(
      "| call | bytes | responses/s | bare server | ratio | goal | CPU µs | bare server | CPU ratio |",
    );
    console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (const call of calls) console.log(await row(shop, floor, call));
    const compared = calls.filter(({ withExpress }) => withExpress);
    if (compared.length > 0) await compareWithExpress(shop, compared);
  } finally {
    floor.kill();
    await closeShops(shops);
  }
}

/** Prints a row for each call that Express answers from the same database, in turns with the shop. */
async function compareWithExpress(shop, calls) {
  if (!existsSync(join(root, "bench", "express", "node_modules"))) {
    console.log(
      "\nFor the same with Express and SQL, run this first: npm ci --prefix bench/express",
    );
    return;
  }
  const { host, port, user, password, database } = databaseOf(shop);
  const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  const express = spawn(process.execPath, [join(root, "bench", "express", "server.mjs")], {
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const [expressPort] = await once(express, "message");
    const address = `http://127.0.0.1:${expressPort}`;
    console.log("\n| call | cars found by both | responses/s | Express and SQL | times |");
    console.log("| --- | --- | --- | --- | --- |");
    for (const call of calls) {
      const totals = await Promise.all(
        [shop.address, address].map(
          async (one) => (await (await fetch(one + call.path)).json()).total,
        ),
      );
      if (totals[0] !== totals[1])
        throw new Error(`${call.path} finds ${totals.join(" and ")} cars.`);
      const rates = { own: [], other: [] };
      for (let round = 0; round <= rounds; round += 1) {
        const own = await load(shop.server.pid, shop.address, call, seconds);
        const other = await load(express.pid, address, call, seconds);
        if (round === 0) continue;
        rates.own.push(own.perSecond);
        rates.other.push(other.perSecond);
      }
      const [own, other] = [median(rates.own), median(rates.other)];
      const times = other === 0 ? "–" : (own / other).toFixed(0);
      console.log(
        `| ${call.name} | ${totals[0]} | ${Math.round(own)} | ${other.toFixed(1)} | ${times} |`,
      );
    }
  } finally {
    express.kill();
  }
}

async function row(shop, floor, call) {
  const answer = await read(shop.address + call.path);
  const ready = once(floor, "message");
  floor.send(answer);
  const [floorPort] = await ready;
  const loads = { shop: [], bare: [] };
  const bareAddress = `http://127.0.0.1:${floorPort}`;
  await warm(shop, call);
  await load(floor.pid, bareAddress, call, 1);
  for (let round = 0; round < rounds; round += 1) {
    loads.shop.push(await load(shop.server.pid, shop.address, call, seconds));
    loads.bare.push(await load(floor.pid, bareAddress, call, seconds));
  }
  const [own, bare] = [medians(loads.shop), medians(loads.bare)];
  const cells = [
    call.name,
    Buffer.byteLength(answer.body, "base64"),
    Math.round(own.perSecond),
    Math.round(bare.perSecond),
    (own.perSecond / bare.perSecond).toFixed(3),
    call.goal,
    Math.round(own.cpu),
    Math.round(bare.cpu),
    (bare.cpu / own.cpu).toFixed(3),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Makes requests until the code for them is compiled, which takes a number of responses more than a time. */
async function warm({ server, address }, call) {
  let responses = 0;
  for (let time = 0; time < 4 && responses < 3_000; time += 1)
    responses += (await load(server.pid, address, call, warmUp)).responses;
}

/**
 * Waits until a process needs less than a twentieth of a processor for three seconds: after an import, the shop still
 * matches saved searches and collects garbage. Gives up after two minutes.
 */
async function untilIdle(pid) {
  let quiet = 0;
  for (let second = 0; second < 120 && quiet < 3; second += 1) {
    const before = processorTime(pid);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    quiet = processorTime(pid) - before > 50_000 ? 0 : quiet + 1;
  }
}

/** The middle rate and the middle use of the processor, each by itself. */
function medians(loads) {
  return {
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    cpu: median(loads.map(({ cpu }) => cpu)),
  };
}

/** The bytes of an answer as they are sent, compressed. */
function read(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode !== 200)
          return reject(new Error(`${url} answered ${response.statusCode}.`));
        const { "content-type": type, "content-encoding": encoding } = response.headers;
        const sent = { "content-type": type, ...(encoding && { "content-encoding": encoding }) };
        resolve({ body: Buffer.concat(parts).toString("base64"), headers: sent });
      });
    }).on("error", reject);
  });
}

let serial = 0;

/** Responses per second, and the microseconds of processor time that the server needs for each. */
async function load(pid, address, { path, fresh }, duration) {
  const setupRequest = (request) => ({ ...request, path: fresh((serial += 1)) });
  const requests = [{ path, ...(fresh && { setupRequest }) }];
  const before = processorTime(pid);
  const result = await autocannon({
    url: address,
    connections,
    duration,
    headers,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${address}${path} failed.`);
  return {
    perSecond: result.requests.average,
    responses: result.requests.total,
    cpu: (processorTime(pid) - before) / result.requests.total,
  };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Imports feeds into a running shop, and waits until it has read them. */
async function loadFeeds(shop, feeds) {
  await importFeeds(shop, feeds);
  let before = -1;
  for (;;) {
    const { total } = await (await fetch(`${shop.address}/api/listings?limit=1`)).json();
    if (total === before) return;
    before = total;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** A server that sends what it was given last. */
const floorProgram = `
  import { createServer } from "node:http";
  let answer;
  const server = createServer((request, response) => {
    response.writeHead(200, answer.headers);
    response.end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  process.on("message", (given) => {
    const body = Buffer.from(given.body, "base64");
    answer = { body, headers: { ...given.headers, "content-length": body.length } };
    process.send(server.address().port);
  });`;
