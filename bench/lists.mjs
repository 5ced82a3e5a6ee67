// How fast lists answer with the demo's 60 cars and with 34,568 more, in one run: see README.md beside this.
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

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 8);
const port = Number(process.env.PORT ?? 4710);
const address = `http://127.0.0.1:${port}`;
const dataDir = mkdtempSync(join(tmpdir(), "marque-bench-"));
const env = {
  ...process.env,
  DATABASE_URL: "",
  DATA_DIR: dataDir,
  DEMO: "1",
  PORT: String(port),
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
  NODE_ENV: "production",
};
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

const server = spawn(process.execPath, [program, "serve"], {
  cwd: root,
  env,
  stdio: ["ignore", "ignore", "inherit"],
});
try {
  await healthy();
  const tokens = Object.fromEntries(
    await Promise.all(["seller", "admin", "buyer"].map(async (who) => [who, await tokenOf(who)])),
  );
  const few = { cars: await countCars(), ...(await measureAll(tokens)) };
  await load();
  const many = { cars: await countCars(), ...(await measureAll(tokens)) };
  report(few, many);
} finally {
  server.kill("SIGTERM");
  await once(server, "exit");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function healthy() {
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

async function tokenOf(who) {
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

async function countCars() {
  const categories = await (await fetch(`${address}/api/category`)).json();
  return categories.reduce((sum, category) => sum + category.count, 0);
}

async function load() {
  const importing = spawn(
    process.execPath,
    [
      program,
      "import",
      ...feeds,
      "--seller",
      "seller@marque.example",
      "--currency",
      "GBP",
      "--rate",
      "1.25",
    ],
    { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] },
  );
  const [code] = await once(importing, "exit");
  if (code !== 0) throw new Error("The import failed.");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}

async function measureAll(tokens) {
  const results = {};
  for (const [name, path, who] of lists) results[name] = await measure(path, who && tokens[who]);
  return results;
}

async function measure(path, token) {
  let serial = 0;
  const fresh = (request) => ({ ...request, path: `${path}${(serial += 1)}` });
  const options = {
    url: address,
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
  return {
    p95: times[Math.floor(times.length * 0.95)],
    perSecond: Math.round(result.requests.average),
  };
}

function report(few, many) {
  console.log(
    `Node ${process.version}, ${cpus().length} processors, ${connections} connections, ${seconds} s each\n`,
  );
  console.log(
    `| list | p95 ms, ${few.cars} cars | p95 ms, ${many.cars} cars | ratio | answers/s, few | answers/s, many |`,
  );
  console.log("| --- | --- | --- | --- | --- | --- |");
  let worst = 0;
  for (const [name] of lists) {
    const [before, after] = [few[name], many[name]];
    const ratio = after.p95 / before.p95;
    worst = Math.max(worst, ratio);
    console.log(
      `| ${name} | ${before.p95.toFixed(1)} | ${after.p95.toFixed(1)} | ${ratio.toFixed(2)} | ${before.perSecond} | ${after.perSecond} |`,
    );
  }
  console.log(`\nThe worst ratio is ${worst.toFixed(2)}; the promise is at most 2.`);
  if (worst > 2) process.exitCode = 1;
}
