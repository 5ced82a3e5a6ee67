import { chownSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import { databaseName, superuser, type Cluster } from "./cluster.ts";
import { withClusterLock } from "./cluster-lock.ts";
import { placeBinaries } from "./copy-binaries.ts";
import { createClusterIfMissing } from "./create-cluster.ts";
import { ensureWritableDirectory } from "./data-directory.ts";
import { chooseDatabaseUser } from "./database-user.ts";
import { findBinariesIn, findPackagedBinaries } from "./postgres-binaries.ts";
import type { Postmaster } from "./postmaster-file.ts";
import { finishReplacement } from "./replace-cluster.ts";
import { refuseOtherMajor } from "./cluster-version.ts";
import { ensureServer } from "./run-server.ts";
import { countUsers, registerUser, unregisterUser, usersElsewhere } from "./server-users.ts";
import { stopServer } from "./stop-server.ts";
import { watchServer } from "./watch-server.ts";

export interface EmbeddedPostgres {
  connectionString: string;
  /** The server's process id. It changes if the server was killed and restarted. */
  readonly pid: number;
  /** True if the server was already running, used by another process or left by a killed one. */
  adopted: boolean;
  /** Stops the server if no other process uses it, within `timeoutMs` (default: less than 5 s). */
  stop(timeoutMs?: number): Promise<void>;
}

/**
 * Runs the PostgreSQL of the npm packages on `<dataDir>/postgres`, or joins the server that already
 * runs there. There is never a second server for one directory.
 * @param options.dataDir created if it is missing
 * @param options.log gets a line for each step that takes time
 * @param options.binDirectory programs of another PostgreSQL, 15 or newer
 * @param options.throwAway for tests: faster, but not safe in a power failure
 * @param options.settings further settings of PostgreSQL, if this call starts the server
 * @throws EmbeddedPostgresError with one line that says what to do
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (line: string) => void;
  binDirectory?: string;
  throwAway?: boolean;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  ensureWritableDirectory(resolve(options.dataDir));
  await finishReplacement(resolve(options.dataDir));
  const cluster = openCluster(options);
  const { server, registration } = await withClusterLock(cluster.folder, async () => {
    await createClusterIfMissing(cluster);
    const started = await ensureServer(cluster);
    await createDatabaseIfMissing(addressOf(cluster, started, "postgres"));
    for (const { pid, program } of usersElsewhere(cluster.folder))
      cluster.log(
        `process ${pid} of ${program} uses this database too: run one version on it only (docs/operations/upgrade.md, "Upgrade")`,
      );
    return { server: started, registration: registerUser(cluster.folder) };
  });
  let { pid } = server;
  const endWatch = watchServer(cluster, server, (revived) => (pid = revived.pid));
  let stopping: Promise<void> | undefined;
  const stop = (timeoutMs?: number): Promise<void> =>
    (stopping ??= leave(cluster, registration, endWatch, timeoutMs));
  const removeSignalHandlers = stopOnUnhandledSignal(stop);
  return {
    connectionString: addressOf(cluster, server, databaseName),
    get pid() {
      return pid;
    },
    adopted: server.adopted,
    stop: (timeoutMs) => stop(timeoutMs).finally(removeSignalHandlers),
  };
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Of the servers that this process uses. They share one handler, so that each other one is the program's. */
const stops = new Set<() => Promise<void>>();

/** Without this, a program that does not handle Ctrl-C (such as the import) would leave the server running. */
function stopOnUnhandledSignal(stop: () => Promise<void>): () => void {
  if (stops.size === 0) for (const signal of signals) process.on(signal, onSignal);
  stops.add(stop);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) for (const signal of signals) process.off(signal, onSignal);
  };
}

function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  const all = Promise.allSettled([...stops].map((stop) => stop()));
  void all.finally(() => process.exit(signal === "SIGINT" ? 130 : 143));
}

async function leave(
  cluster: Cluster,
  registration: string,
  endWatch: () => Promise<void>,
  timeoutMs?: number,
): Promise<void> {
  await endWatch();
  await withClusterLock(cluster.folder, async () => {
    unregisterUser(cluster.folder, registration);
    if (countUsers(cluster.folder) === 0) await stopServer(cluster, timeoutMs);
  });
}

function openCluster(options: Parameters<typeof startEmbeddedPostgres>[0]): Cluster {
  const folder = join(resolve(options.dataDir), "postgres");
  const dataDir = join(folder, "cluster");
  const user = chooseDatabaseUser(dataDir, dirname(folder));
  const programs = options.binDirectory
    ? findBinariesIn(options.binDirectory)
    : findPackagedBinaries();
  refuseOtherMajor(dataDir, programs);
  const binaries = placeBinaries(programs, user);
  for (const directory of [folder, join(folder, "users")]) {
    ensureWritableDirectory(directory);
    if (user.identity) chownSync(directory, user.identity.uid, user.identity.gid);
  }
  return {
    folder,
    dataDir,
    passwordFile: join(folder, "password"),
    logFile: join(folder, "server.log"),
    binaries,
    user,
    durable: !options.throwAway,
    settings: options.settings ?? {},
    log: options.log,
  };
}

function addressOf({ passwordFile }: Cluster, { port }: Postmaster, database: string): string {
  return `postgresql://${superuser}:${readFileSync(passwordFile, "utf8")}@127.0.0.1:${port}/${database}`;
}

async function createDatabaseIfMissing(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const result = await client.query("select 1 from pg_database where datname = $1", [
      databaseName,
    ]);
    if (result.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
