// `npm run bench -- FEED.csv…`: the API's throughput as a ratio to a bare server that sends the same bytes. See README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import autocannon from "autocannon";
import { closeShops, openShop, program, root } from "./compare-shops.mjs";

const feeds = process.argv.slice(2);
if (feeds.length === 0) {
  console.error("Usage: npm run bench -- FEED.csv…");
  process.exit(1);
}
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 32);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const port = Number(process.env.PORT ?? 4710);

// [name, path, goal]
const calls = [
  ["list of 24 with total", "/api/listings", 0.5],
  ["one listing", null, 0.3],
  [
    "filtered search with all facets",
    "/api/listings?fuel=diesel&priceMax=25000&yearMin=2015&facets=1",
    0.2,
  ],
  ["free text, ranked", "/api/listings?q=series+2017+demo", 0.15],
];

const shops = [];
const floor = spawn(process.execPath, ["--input-type=module", "-e", floorProgram()], {
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
try {
  const shop = await openShop(shops, port);
  await load(shop);
  const first = await (await fetch(`${shop.address}/api/listings?limit=1`)).json();
  console.log(`Node ${process.version}, ${cpus().length} processors, ${connections} connections`);
  console.log(`${first.total} cars, ${rounds} × ${seconds} s each, interleaved\n`);
  console.log(
    "| call | bytes | responses/s | bare server | ratio | goal |\n| --- | --- | --- | --- | --- | --- |",
  );
  for (const [name, given, goal] of calls) {
    const path = given ?? `/api/listings/${first.listings[0]._id}`;
    const answer = await fetch(shop.address + path, { headers: { "accept-encoding": "gzip" } });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
    const body = await answer.text();
    const told = once(floor, "message");
    floor.send({ body, headers: { "content-type": answer.headers.get("content-type") } });
    const [floorPort] = await told;
    const rates = { shop: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      rates.shop.push(await rate(shop.address + path));
      rates.bare.push(await rate(`http://127.0.0.1:${floorPort}/`));
    }
    const [own, bare] = [median(rates.shop), median(rates.bare)];
    console.log(
      `| ${name} | ${body.length} | ${Math.round(own)} | ${Math.round(bare)} | ${(own / bare).toFixed(2)} | ${goal} |`,
    );
  }
} finally {
  floor.kill();
  await closeShops(shops);
}

async function rate(url) {
  const headers = { "accept-encoding": "gzip" };
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed.`);
  return result.requests.average;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function load({ env }) {
  const options = ["--seller", "seller@marque.example", "--currency", "GBP", "--rate", "1.25"];
  const importing = spawn(process.execPath, [program, "import", ...feeds, ...options], {
    cwd: root,
    env,
    stdio: "ignore",
  });
  const [code] = await once(importing, "exit");
  if (code !== 0) throw new Error("The import failed.");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
}

/** A server that sends whatever it was given last. */
function floorProgram() {
  return `
    import { createServer } from "node:http";
    let answer;
    const server = createServer((request, response) => {
      response.writeHead(200, answer.headers);
      response.end(answer.body);
    });
    server.listen(0, "127.0.0.1");
    process.on("message", (given) => {
      const body = Buffer.from(given.body);
      answer = { body, headers: { ...given.headers, "content-length": body.length } };
      process.send(server.address().port);
    });`;
}
