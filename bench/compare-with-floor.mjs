// Measures a shop's answers as a ratio to a bare `node:http` server that sends the same bytes. See README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { cpus } from "node:os";
import autocannon from "autocannon";
import { importFeeds, processorTime } from "./bench-shop.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";
import { answerAlike, startExpress } from "./start-express.mjs";

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
 * `withExpress` the call is compared with an Express server as well, which must give the same answer.
 */
export async function compareWithFloor(feeds, callsOf) {
  const shops = [];
  let express = null;
  const floor = spawn(process.execPath, ["--input-type=module", "-e", floorProgram], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  try {
    const shop = await openShop(shops, port);
    await loadFeeds(shop, feeds);
    await untilIdle(shop.server.pid);
    const first = await (await fetch(`${shop.address}/api/listings?limit=1`)).json();
    const calls = callsOf(first);
    if (calls.some(({ withExpress }) => withExpress)) express = await startExpress(shop);
    console.log(`Node ${process.version}, ${cpus().length} processors, ${connections} connections`);
    console.log(`${first.total} cars, ${rounds} × ${seconds} s each, interleaved\n`);
    console.log(
      "| call | bytes | responses/s | bare server | ratio | goal | Express and SQL | its ratio | times | CPU µs | bare server | CPU ratio |",
    );
    console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (const call of calls) console.log(await row(shop, floor, express, call));
  } finally {
    floor.kill();
    express?.server.kill();
    await closeShops(shops);
  }
}

/** Measures a call in the shop, in the bare server and in Express, in turns. */
async function row(shop, floor, express, call) {
  const answer = await read(shop.address + call.path);
  const ready = once(floor, "message");
  floor.send(answer);
  const [floorPort] = await ready;
  const loads = { shop: [], bare: [], express: [] };
  const bareAddress = `http://127.0.0.1:${floorPort}`;
  const compared = call.withExpress ? express : null;
  if (compared) await answerAlike([shop.address, compared.address], call.path);
  await warm(shop, call);
  await load(floor.pid, bareAddress, call, 1);
  for (let round = 0; round < rounds; round += 1) {
    loads.shop.push(await load(shop.server.pid, shop.address, call, seconds));
    loads.bare.push(await load(floor.pid, bareAddress, call, seconds));
    if (compared) loads.express.push(await loadExpress(compared, call));
  }
  const own = medians(loads.shop);
  const bare = medians(loads.bare);
  const other = compared && medians(loads.express).perSecond;
  const ratio = own.perSecond / bare.perSecond;
  const cells = [
    call.name,
    Buffer.byteLength(answer.body, "base64"),
    Math.round(own.perSecond),
    Math.round(bare.perSecond),
    ratio.toFixed(3),
    call.goal === "" ? "" : `≥ ${call.goal}${ratio < call.goal ? " (missed)" : ""}`,
    other === null ? "–" : other.toPrecision(3),
    other === null ? "–" : (other / bare.perSecond).toFixed(4),
    other === null ? "–" : (own.perSecond / other).toPrecision(3),
    Math.round(own.cpu),
    Math.round(bare.cpu),
    (bare.cpu / own.cpu).toFixed(3),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Loads Express. If it answers nothing in the time of a round, it gets as long as one answer for each connection takes. */
async function loadExpress({ server, address, cancelQueries }, call) {
  if (!call.isSlowInExpress) {
    const measured = await load(server.pid, address, call, seconds);
    await cancelQueries();
    if (measured.responses > 0) return measured;
    call.isSlowInExpress = true;
  }
  return (call.slowLoad ??= await load(server.pid, address, call, null));
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

/**
 * Responses per second, and the microseconds of processor time that the server needs for each. Without a duration, each
 * connection waits for one response.
 */
async function load(pid, address, { path, fresh }, duration) {
  const setupRequest = (request) => ({ ...request, path: fresh((serial += 1)) });
  const requests = [{ path, ...(fresh && { setupRequest }) }];
  const before = processorTime(pid);
  const result = await autocannon({
    url: address,
    connections,
    ...(duration === null ? { amount: connections, timeout: 600 } : { duration }),
    headers,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${address}${path} failed.`);
  const { average, total } = result.requests;
  return {
    perSecond: duration === null ? total / result.duration : average,
    responses: total,
    cpu: (processorTime(pid) - before) / total,
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
