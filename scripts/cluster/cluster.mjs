// `npm run cluster`: starts a shop of several machines on this computer, puts it under load, harms one part after
// another, and reports what visitors noticed and whether anything acknowledged was lost.
import "../prepare/require-node.mjs";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildIfChanged } from "../prepare/build-shop.mjs";
import { installIfNeeded } from "../prepare/install-packages.mjs";
import { databaseUser, findPrograms } from "./require-programs.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
process.chdir(root);

const usage =
  "Usage: npm run cluster -- [--events none,a,b,c,d,e] [--seconds 20] [--port 20000] [--keep]";
const { values } = readOptions();
const firstPort = Number(values.port);
const ports = {
  shop: firstPort,
  database: firstPort + 1,
  replicas: firstPort + 2,
  provider: firstPort + 3,
  providerDatabase: firstPort + 4,
  imageStore: firstPort + 5,
  app: (machine) => firstPort + 10 + machine,
  postgres: (machine) => firstPort + 20 + machine,
  patroni: (machine) => firstPort + 30 + machine,
  etcd: (machine) => firstPort + 40 + machine,
  etcdPeer: (machine) => firstPort + 50 + machine,
  pooler: (machine) => firstPort + 60 + machine,
};

const { programs, postgres, missing } = findPrograms();
if (missing) {
  console.error(missing);
  process.exit(1);
}
await installIfNeeded(root);
await buildIfChanged(root);
// After the packages are there.
const { chooseEvents } = await import("./events.mjs");
const chosen = chooseEvents(values.events.split(","));
const { runCluster } = await import("./run-cluster.mjs");

function readOptions() {
  try {
    const read = parseArgs({
      options: {
        events: { type: "string", default: "none,a,b,c,d,e" },
        seconds: { type: "string", default: "20" },
        port: { type: "string", default: "20000" },
        keep: { type: "boolean", default: false },
      },
    });
    for (const name of ["seconds", "port"])
      if (!/^[1-9]\d*$/.test(read.values[name])) throw new Error(`--${name} must be a number`);
    return read;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

const folder = mkdtempSync(join(tmpdir(), "marque-cluster-"));
// The database's system user reads its part.
chmodSync(folder, 0o755);
mkdirSync(join(folder, "logs"));
const stopping = new AbortController();
let interrupted = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    interrupted ??= new Error(`Stopped by ${signal}.`);
    stopping.abort(interrupted);
  });

// Whatever happens, the processes are ended.
for (const event of ["uncaughtException", "unhandledRejection"])
  process.on(event, (error) => stopping.abort(error));

const user = databaseUser();
let exitCode = 1;
try {
  const passed = await runCluster({
    root,
    folder,
    ports,
    programs,
    postgres,
    user,
    stopping: stopping.signal,
    events: chosen,
    seconds: Number(values.seconds),
  });
  exitCode = passed ? 0 : 1;
} catch (error) {
  const isInterrupted = error === interrupted;
  console.error(isInterrupted ? error.message : error);
  if (isInterrupted) exitCode = 130;
}
if (values.keep) console.log(`Logs and data: ${folder}`);
else rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
await sleep(0);
process.exit(exitCode);
