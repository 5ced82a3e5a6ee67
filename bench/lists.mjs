// How fast lists answer with the demo's 60 cars and with a feed's thousands more, side by side: see README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const feeds = process.argv.slice(2);
if (feeds.length === 0) {
  console.error(
    "Usage: node bench/lists.mjs FEED.csv… (the feeds to load between the two measurements)",
  );
  process.exit(1);
}

const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 8);
const rounds = 3;
const port = Number(process.env.PORT ?? 4710);
const program = join(root, "build", "server", "index.js");

// The same number of rows with few cars and with many, so that what is compared is finding them.
const page = "limit=20";
const lists = [
  ["home page", "/", null],
  ["home page, rendered anew", "/?fresh=", null],
  ["category page", "/products/1", null],
  ["category page, rendered anew", "/products/1?fresh=", null],
  ["GET /products", `/api/products?${page}`, null],
  ["GET /products/1 by price", `/api/products/1?${page}&sort=price-asc`, null],
  ["GET /category", "/api/category", null],
  ["my products, seller", `/api/addproduct?${page}`, "seller"],
  ["all products, admin", `/api/addproduct?${page}`, "admin"],
  ["all sellers, admin", "/api/seller", "admin"],
  ["all buyers, admin", "/api/buyer", "admin"],
  ["all users, admin", "/api/users", "admin"],
  ["reported items, admin", "/api/reportedProducts", "admin"],
  ["my orders, buyer", "/api/bookings?email=buyer@marque.example", "buyer"],
];

const shops = [];
try {
  const few = await openShop(port);
  const many = await openShop(port + 1);
  await load(many);
  few.cars = await countCars(few);
  many.cars = await countCars(many);
  // In turns, so that whatever else the machine does falls on both.
  for (const [name, path, who] of lists)
    for (let round = 0; round < rounds; round += 1)
      for (const shop of [few, many]) await measure(shop, name, path, who && shop.tokens[who]);
  report(few, many);
} finally {
  for (const shop of shops) {
    shop.server.kill("SIGTERM");
    await once(shop.server, "exit");
    rmSync(shop.env.DATA_DIR, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function openShop(port) {
  const address = `http://127.0.0.1:${port}`;
  const DATA_DIR = mkdtempSync(join(tmpdir(), "marque-bench-"));
  const env = {
    ...process.env,
    DATABASE_URL: "",
    DATA_DIR,
    DEMO: "1",
    PORT: String(port),
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    NODE_ENV: "production",
  };
  const stdio = ["ignore", "ignore", "inherit"];
  const server = spawn(process.execPath, [program, "serve"], { cwd: root, env, stdio });
  const shop = { address, env, server, tokens: {}, p95s: {}, perSecond: {} };
  shops.push(shop);
  await healthy(shop);
  for (const who of ["seller", "admin", "buyer"]) shop.tokens[who] = await tokenOf(shop, who);
  return shop;
}

async function healthy({ address }) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const ok = await fetch(`${address}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The shop did not start.");
}

async function tokenOf({ address }, who) {
  const email = `${who}@marque.example`;
  const signIn = await fetch(`${address}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
    body: JSON.stringify({ email, password: "Marque!2026" }),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await fetch(`${address}/api/jwt?email=${email}`, { headers: { cookie } });
  return (await answer.json()).accessToken;
}

async function countCars({ address }) {
  const categories = await (await fetch(`${address}/api/category`)).json();
  return categories.reduce((sum, category) => sum + category.count, 0);
}

async function load({ env }) {
  const options = ["--seller", "seller@marque.example", "--currency", "GBP", "--rate", "1.25"];
  const args = [program, "import", ...feeds, ...options];
  const importing = spawn(process.execPath, args, { cwd: root, env, stdio: "ignore" });
  const [code] = await once(importing, "exit");
  if (code !== 0) throw new Error("The import failed.");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}

async function measure(shop, name, path, token) {
  let serial = 0;
  const fresh = (request) => ({ ...request, path: `${path}${Date.now()}-${(serial += 1)}` });
  const options = {
    url: shop.address,
    connections,
    headers: { "accept-encoding": "gzip", ...(token && { authorization: `Bearer ${token}` }) },
    requests: [{ path, ...(path.endsWith("fresh=") && { setupRequest: fresh }) }],
  };
  await autocannon({ ...options, duration: 1 });
  const times = [];
  const run = autocannon({ ...options, duration: seconds });
  run.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const result = await run;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`);
  times.sort((a, b) => a - b);
  (shop.p95s[name] ??= []).push(times[Math.floor(times.length * 0.95)]);
  (shop.perSecond[name] ??= []).push(result.requests.average);
}

/** Of the rounds' middle one: milliseconds that 95 of 100 answers took at most, and answers a second. */
function figuresOf(shop, name) {
  return { p95: middle(shop.p95s[name]), perSecond: Math.round(middle(shop.perSecond[name])) };
}

function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function report(few, many) {
  console.log(
    `Node ${process.version}, ${cpus().length} processors, ${connections} connections, ${rounds} × ${seconds} s each\n`,
  );
  console.log(
    `| list | p95 ms, ${few.cars} cars | p95 ms, ${many.cars} cars | ratio | answers/s, few | answers/s, many |`,
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  let worst = 0;
  for (const [name] of lists) {
    const [before, after] = [figuresOf(few, name), figuresOf(many, name)];
    const ratio = after.p95 / before.p95;
    worst = Math.max(worst, ratio);
    console.log(
      `| ${name} | ${before.p95.toFixed(1)} | ${after.p95.toFixed(1)} | ${ratio.toFixed(2)} | ${before.perSecond} | ${after.perSecond} |`,
    );
  }
  console.log(`\nThe worst ratio is ${worst.toFixed(2)}; the promise is at most 2.`);
  if (worst > 2) process.exitCode = 1;
}
