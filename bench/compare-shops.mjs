// Compares two shops from the build by making the same requests to both in turn. See README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { isReady, program, root, shopEnv, tokenOf } from "./bench-shop.mjs";

const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 8);
const rounds = 3;
/** How long to wait for as many answers as connections. */
const mostSeconds = 60;
const port = Number(process.env.PORT ?? 4710);

/**
 * Starts two shops, lets `fill` load and name their different data, measures every list in both, and reports. The exit
 * code is 1 if the larger shop's p95 is more than twice the smaller one's.
 * @throws Error if a list has more rows in one of them, which would compare the rows and not the cost of finding them
 */
export async function compareShops(lists, fill) {
  const shops = [];
  try {
    const few = await openShop(shops, port);
    const many = await openShop(shops, port + 1);
    const [fewWords, manyWords] = await fill(few, many);
    for (const list of lists) await checkRows(list, few, many);
    // In turns, so that whatever else the machine does falls on both.
    for (const [name, path, who] of lists)
      for (let round = 0; round < rounds; round += 1)
        for (const shop of [few, many]) await measure(shop, name, path, who && shop.tokens[who]);
    report(lists, few, many, [fewWords, manyWords]);
  } finally {
    await closeShops(shops);
  }
}

/** Stops the shops and deletes their data. */
export async function closeShops(shops) {
  for (const shop of shops) {
    shop.server.kill("SIGTERM");
    await once(shop.server, "exit");
    rmSync(shop.env.DATA_DIR, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Starts a demo without rate limits on a port, with more settings. It is in `shops` before it is ready. */
export async function openShop(shops, port, settings = {}) {
  const address = `http://127.0.0.1:${port}`;
  const env = { ...shopEnv(mkdtempSync(join(tmpdir(), "marque-bench-")), port), ...settings };
  const stdio = ["ignore", "ignore", "inherit"];
  const server = spawn(process.execPath, [program, "serve"], { cwd: root, env, stdio });
  const shop = { address, env, server, tokens: {}, p95s: {}, perSecond: {} };
  shops.push(shop);
  await healthy(shop);
  for (const who of ["seller", "admin", "buyer"]) shop.tokens[who] = await tokenOf(shop, who);
  return shop;
}

async function healthy(shop) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await isReady(shop)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The shop did not start.");
}

async function checkRows([name, path, who], few, many) {
  const [one, other] = await Promise.all(
    [few, many].map(async ({ address, tokens }) => {
      const headers = who ? { authorization: `Bearer ${tokens[who]}` } : {};
      const text = await (await fetch(address + path, { headers })).text();
      return path.startsWith("/api/") ? JSON.parse(text).length : undefined;
    }),
  );
  if (one !== other) throw new Error(`${name}: ${one} rows would be compared with ${other}.`);
}

async function measure(shop, name, path, token) {
  let serial = 0;
  const fresh = (request) => ({ ...request, path: `${path}${Date.now()}-${(serial += 1)}` });
  const options = {
    url: shop.address,
    connections,
    headers: { "accept-encoding": "gzip", ...(token && { authorization: `Bearer ${token}` }) },
    requests: [{ path, ...(path.endsWith("?from=") && { setupRequest: fresh }) }],
  };
  await autocannon({ ...options, duration: 1 });
  const times = [];
  let ran = 0;
  // On a busy machine, a short run of a slow list has no answers.
  while (times.length < connections) {
    if (ran >= mostSeconds) throw new Error(`${path}: no answers in ${mostSeconds} s`);
    const run = autocannon({ ...options, duration: seconds });
    run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
    const result = await run;
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`);
    ran += seconds;
  }
  times.sort((a, b) => a - b);
  (shop.p95s[name] ??= []).push(times[Math.floor(times.length * 0.95)]);
  (shop.perSecond[name] ??= []).push(times.length / ran);
}

/** The median round's p95 in milliseconds and responses per second. */
function measurementsOf(shop, name) {
  return { p95: middle(shop.p95s[name]), perSecond: Math.round(middle(shop.perSecond[name])) };
}

function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function report(lists, few, many, [fewWords, manyWords]) {
  console.log(
    `Node ${process.version}, ${cpus().length} processors, ${connections} connections, ${rounds} × ${seconds} s each\n`,
  );
  console.log(
    `| list | p95 ms, ${fewWords} | p95 ms, ${manyWords} | ratio | responses/s, few | responses/s, many |`,
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  let worst = 0;
  for (const [name] of lists) {
    const before = measurementsOf(few, name);
    const after = measurementsOf(many, name);
    const ratio = after.p95 / before.p95;
    worst = Math.max(worst, ratio);
    console.log(
      `| ${name} | ${before.p95.toFixed(1)} | ${after.p95.toFixed(1)} | ${ratio.toFixed(2)} | ${before.perSecond} | ${after.perSecond} |`,
    );
  }
  console.log(`\nThe worst ratio is ${worst.toFixed(2)}; the promise is at most 2.`);
  if (worst > 2) process.exitCode = 1;
}
