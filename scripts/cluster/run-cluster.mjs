import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { events } from "./events.mjs";
import {
  countCarsSoldTwice,
  countMissingPayments,
  countOutdatedAnswers,
  findLateJobs,
  findLostImages,
  findLostWrites,
} from "./find-lost-writes.mjs";
import {
  eventTable,
  measureEvent,
  missedGoals,
  readsBetween,
  summarizeFailures,
} from "./judge-event.mjs";
import { startLoad } from "./load.mjs";
import { createProcesses, processesIn, signalTo, waitFor } from "./processes.mjs";
import { isWhole, startDatabases } from "./start-databases.mjs";
import { startProxy } from "./start-proxy.mjs";
import {
  addCars,
  copyNextRelease,
  createShop,
  createShopDatabase,
  startImageStore,
  startPaymentProvider,
  startPooler,
} from "./start-shop.mjs";

const userAgent = "marque-cluster/";
const manyCars = 20_000;
/** Milliseconds of load before the first event, in which code is compiled, and after each. */
const warmUp = 10_000;
const calm = 3_000;

/**
 * Starts everything, runs the events under load and prints the report. Ends what it started, also after a failure.
 * @returns {Promise<boolean>} whether every goal was reached
 */
export async function runCluster(given) {
  const processes = createProcesses(join(given.folder, "logs"));
  const cluster = { ...given, processes };
  const stopped = new Promise((_, reject) =>
    given.stopping.addEventListener("abort", () => reject(given.stopping.reason)),
  );
  try {
    return await Promise.race([stopped, runEvents(cluster)]);
  } finally {
    await stopAll(cluster);
  }
}

async function runEvents(cluster) {
  const { folder, root, ports } = cluster;
  say(`starting three etcd, PostgreSQL, PgBouncer and Marque in ${folder}`);
  await start(cluster);
  cluster.release = root;
  cluster.nextRelease = copyNextRelease(root, folder);
  const address = `http://127.0.0.1:${ports.shop}`;
  // The first one creates the tables.
  await cluster.shop.start(1, root);
  const cars = await addCars(cluster.databaseUrl, manyCars);
  await Promise.all([2, 3].map((machine) => cluster.shop.start(machine, root)));
  await waitFor("the shop", async () => (await fetch(`${address}/api/health/ready`)).ok);
  const load = startLoad({ address, providerUrl: cluster.provider.url, cars, userAgent });
  await sleep(warmUp);

  const times = [];
  for (const name of cluster.events) times.push(await runEvent(cluster, name));
  await load.stop();
  return report(cluster, load, times);
}

async function start(cluster) {
  cluster.proxy = await startProxy({ ...cluster, userAgent });
  const databases = (cluster.databases = await startDatabases(cluster));
  await waitFor("three databases", () => isWhole(databases), 120_000);
  cluster.provider = await startPaymentProvider(cluster);
  cluster.databaseUrl = await createShopDatabase(databases, cluster.ports);
  await Promise.all([1, 2, 3].map((machine) => startPooler(machine, cluster)));
  cluster.imageStore = await startImageStore(cluster);
  cluster.shop = createShop({ ...cluster, providerUrl: cluster.provider.url });
}

async function runEvent(cluster, name) {
  const { title, run } = events[name];
  say(`${name}: ${title}`);
  const before = await cluster.shop.replicaReads();
  const began = Date.now();
  const { killed, notes } = await run(cluster);
  for (const note of notes) say(`   ${note}`);
  await sleep(Math.max(calm, began + cluster.seconds * 1_000 - Date.now()));
  const end = Date.now();
  const reads = readsBetween(before, await cluster.shop.replicaReads());
  await sleep(calm);
  return { name, start: began, end, killed, notes, reads };
}

async function report(cluster, load, times) {
  const { proxy, databaseUrl, shop } = cluster;
  const connection = { connectionString: databaseUrl };
  const lost = [
    ...(await findLostWrites(connection, load.acknowledged)),
    ...(await findLostImages(shop.addresses(), load.acknowledged)),
  ];
  const during = (writes, { start, end }) => writes.filter(({ at }) => at >= start && at <= end);
  const rows = times.map((event) => {
    const { title, goal } = events[event.name];
    const measured = measureEvent(load.requests, event, proxy.servedBy);
    const lostNow = during(lost, event).length;
    const acknowledged = during(load.acknowledged, event).length;
    const unseen = during(load.ownReads, event).filter(({ isShown }) => !isShown).length;
    const missed = missedGoals(goal, measured, { lost: lostNow, unseen });
    return { ...event, title, measured, acknowledged, lost: lostNow, unseen, missed };
  });
  console.log(`\n${eventTable(rows)}\n`);
  for (const { name, measured, missed } of rows) {
    if (measured.failures.length === 0 && missed.length === 0) continue;
    console.log(
      [
        `${name}: ${missed.length > 0 ? `GOAL MISSED: ${missed.join(", ")}` : "goal reached"}`,
        ...summarizeFailures(measured.failures),
      ].join("\n"),
    );
  }
  for (const write of lost) console.log(`lost: ${JSON.stringify(write)}`);
  const isSound = await reportState(cluster, load.acknowledged, lost);
  const unseen = load.ownReads.filter(({ isShown }) => !isShown).length;
  const fromReplicas = rows.reduce((sum, { reads }) => sum + reads.replica, 0);
  console.log(
    `own bookings read right after a write: ${load.ownReads.length}, without it: ${unseen}; lists that a replica served during the events: ${fromReplicas}`,
  );
  if (unseen > 0 || (rows.length > 0 && fromReplicas === 0)) return false;
  return isSound && rows.every(({ missed }) => missed.length === 0);
}

/** Prints what the databases and processes have after all events, and returns whether it is as it should be. */
async function reportState({ databases, databaseUrl, provider, shop }, acknowledged, lost) {
  const connection = { connectionString: databaseUrl };
  const payments = await countMissingPayments(connection, provider.databaseUrl);
  const count = (kind) => acknowledged.filter((write) => write.kind === kind).length;
  const soldTwice = await countCarsSoldTwice(connection);
  const behind = await countLostOnEachServer(databases, acknowledged);
  const late = await findLateJobs(connection);
  const outdated = await countOutdatedAnswers(shop.addresses(), acknowledged);
  console.log(
    [
      `acknowledged: ${count("sign-up")} sign-ups, ${count("image")} images, ${count("booking")} bookings, ${count("payment")} payments; lost: ${lost.length} (on each server: ${behind.join(", ")})`,
      `charged by the card provider: ${payments.charged}, unknown to the shop: ${payments.missing}; cars sold twice: ${soldTwice}`,
      `jobs that are late: ${late.length}; processes that do not show a sold car as sold: ${outdated} answers`,
      ...late.map((job) => `  late: ${JSON.stringify(job)}`),
    ].join("\n"),
  );
  const wrong = [lost.length, payments.missing, soldTwice, late.length, outdated, ...behind];
  return wrong.every((number) => number === 0);
}

/** The acknowledged writes that each of the three servers lacks. Standbys have a moment to catch up. */
async function countLostOnEachServer(databases, acknowledged) {
  await waitFor("three servers that follow", () => isWhole(databases), 120_000);
  await sleep(1_000);
  return Promise.all(
    [1, 2, 3].map(async (machine) => {
      const connection = { ...databases.connection(machine), database: "marque" };
      return (await findLostWrites(connection, acknowledged)).length;
    }),
  );
}

async function stopAll({ folder, processes, proxy }) {
  say("stopping");
  processes.close();
  const named = (...names) =>
    processes.list().filter(({ name }) => names.some((part) => name.startsWith(part)));
  const stop = (some, signal) => Promise.all(some.map((one) => processes.stop(one, signal)));
  // A frozen process would not react.
  for (const { pid } of processes.list()) signalTo(pid, "SIGCONT");
  await stop(named("app"));
  await stop(named("provider-database"), "SIGINT");
  await stop(named("provider", "pgbouncer", "haproxy", "patroni"));
  await stop(processes.list());
  // What Patroni has left behind.
  for (const pid of processesIn(folder)) signalTo(pid, "SIGKILL");
  proxy?.close();
}

const began = Date.now();
function say(text) {
  console.log(`${((Date.now() - began) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
}
