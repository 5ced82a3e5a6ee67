// `npm run bench:feed-reader`: what visitors notice while the shop is given files that are made to stop it. See README.md.
import { setTimeout as sleep } from "node:timers/promises";
import { hostileFiles } from "#testing/imports/hostile-files.ts";
import { tokenOf } from "./bench-shop.mjs";
import { closeShops, openShop } from "./compare-shops.mjs";

const port = Number(process.env.PORT ?? 4710);
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const connections = 4;

const shops = [];
try {
  const shop = await openShop(shops, port);
  const token = await tokenOf(shop, "seller");
  const post = (path, type, body) =>
    fetch(`${shop.address}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body,
    });
  const created = await post("/api/feeds", "application/json", JSON.stringify({ name: "Bench" }));
  const { insertedId } = await created.json();
  // The first requests compile their code.
  await measure(shop, sleep(seconds * 1_000));
  report("at rest", await measure(shop, sleep(seconds * 1_000)));
  for (const [name, make] of Object.entries(hostileFiles)) {
    const url = `/api/feeds/${insertedId}/plans?file=${name}`;
    const file = new Uint8Array(make());
    const uploads = { count: 0, status: 0 };
    const start = performance.now();
    // One after another for as long as at rest, because the slowest of a hundred lists is one of many then.
    const upload = async () => {
      while (performance.now() - start < seconds * 1_000) {
        const { status } = await post(url, "application/octet-stream", file);
        uploads.status = status;
        uploads.count += 1;
      }
    };
    const measured = await measure(shop, upload());
    const took = ((performance.now() - start) / 1_000 / uploads.count).toFixed(1);
    report(
      `${name} (${file.length} bytes, ${uploads.status} after ${took} s, ${uploads.count} times)`,
      measured,
    );
  }
} finally {
  await closeShops(shops);
}

/** Latencies in milliseconds while something is under way: of health checks, and of lists on a few connections. */
async function measure({ address }, until) {
  let isOver = false;
  const end = until.then(() => {
    isOver = true;
  });
  const timed = async (path, times, pause) => {
    while (!isOver) {
      const start = performance.now();
      await (await fetch(`${address}${path}`)).arrayBuffer();
      times.push(performance.now() - start);
      await sleep(pause);
    }
  };
  const live = [];
  const lists = [];
  const listing = Array.from({ length: connections }, () => timed("/api/listings", lists, 5));
  await Promise.all([end, timed("/api/health/live", live, 20), ...listing]);
  return { live, lists };
}

function report(name, { live, lists }) {
  const sorted = lists.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? NaN;
  console.log(
    `${name}: live ${Math.max(...live).toFixed(0)} ms at most, lists p99 ${p99.toFixed(1)} ms of ${lists.length}`,
  );
}
