// Starts the Express server that `npm run bench` compares the shop with. See README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { databaseOf, root } from "./bench-shop.mjs";

const folder = join(root, "bench", "express");
const applicationName = "bench-express";

/** An Express server with the shop's database; null if its packages are not installed. */
export async function startExpress(shop) {
  if (!existsSync(join(folder, "node_modules"))) {
    console.log(
      "Express is left out. To compare with it, run this first: npm ci --prefix bench/express\n",
    );
    return null;
  }
  const { host, port, user, password, database } = databaseOf(shop);
  const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
  const server = spawn(process.execPath, [join(folder, "server.mjs")], {
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL, PGAPPNAME: applicationName },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [expressPort] = await once(server, "message");
  return {
    server,
    address: `http://127.0.0.1:${expressPort}`,
    cancelQueries: () => cancelQueries(shop),
  };
}

/** Ends the queries of requests that no client waits for anymore, which would slow down whatever is measured next. */
async function cancelQueries(shop) {
  const client = new pg.Client(databaseOf(shop));
  await client.connect();
  for (;;) {
    const { rowCount } = await client.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1 and state = 'active'",
      [applicationName],
    );
    if (rowCount === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await client.end();
}

/** Whether the shop and Express give the same answer: the same car, or the same number of cars with the same first page. */
export async function answerAlike(addresses, path) {
  const answers = await Promise.all(
    addresses.map(async (address) => (await fetch(address + path)).json()),
  );
  const [own, other] = answers.map(({ _id, total, listings }) =>
    JSON.stringify({ _id, total, ids: listings?.map((listing) => listing._id) }),
  );
  if (own !== other) throw new Error(`${path} is answered differently:\n${own}\n${other}`);
}
