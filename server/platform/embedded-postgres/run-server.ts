import { spawn, type ChildProcess } from "node:child_process";
import { chownSync, closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import {
  disownPostmaster,
  isServerRunning,
  readPostmaster,
  removeEmptyPostmaster,
  type Postmaster,
} from "./postmaster-file.ts";
import { serverEnvironment } from "./server-environment.ts";

const START_ATTEMPTS = 40;
const LOG_LIMIT_BYTES = 8 * 1024 * 1024;

/**
 * Joins the cluster's running server, or starts one.
 * @param port the previous port after a crash; undefined for any free one
 * @throws EmbeddedPostgresError with the server's last message if it does not start
 */
export async function ensureServer(
  cluster: Cluster,
  port?: number,
): Promise<Postmaster & { adopted: boolean }> {
  const running = await joinServer(cluster);
  if (running) return { ...running, adopted: true };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await launch(cluster, port ?? (await findFreePort()));
    if (typeof outcome !== "string") return { ...outcome, adopted: false };
    // Backends of a killed server need a moment to end, and a free port may be taken meanwhile.
    // A server that was killed while it started can leave an empty pid file.
    const isPidMissing =
      /lock file .* is empty/.test(outcome) && removeEmptyPostmaster(cluster.dataDir);
    const isTemporary =
      isPidMissing || /shared memory block|Address already in use|could not bind/.test(outcome);
    if (!isTemporary || attempt === START_ATTEMPTS) {
      throw new EmbeddedPostgresError(
        `the embedded database did not start: ${fatalLine(outcome)} (log: ${cluster.logFile})`,
      );
    }
    await sleep(250);
  }
}

/** Waits until the running server is ready; undefined if there is none, or it ends meanwhile. */
async function joinServer(cluster: Cluster): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = readPostmaster(cluster.dataDir);
    if (!postmaster) return undefined;
    if (!isServerRunning(postmaster)) {
      disownPostmaster(cluster.dataDir);
      return undefined;
    }
    if (postmaster.status === "ready") return postmaster;
    await sleep(25);
  }
}

/** @returns the server once it is ready, or its output if it ended */
async function launch(cluster: Cluster, port: number): Promise<Postmaster | string> {
  const logStart = prepareLog(cluster);
  const child = spawnServer(cluster, port);
  const began = Date.now();
  let announced = false;
  let failure: Error | undefined;
  child.on("error", (error) => (failure = error));
  for (;;) {
    if (failure) throw new EmbeddedPostgresError(`the database cannot be run: ${failure.message}`);
    if (child.exitCode !== null || child.signalCode !== null) {
      return readFileSync(cluster.logFile, "utf8").slice(logStart);
    }
    const postmaster = readPostmaster(cluster.dataDir);
    if (postmaster?.pid === child.pid && postmaster?.status === "ready") {
      child.unref();
      return postmaster;
    }
    if (!announced && Date.now() - began > 1000) {
      announced = true;
      cluster.log("waiting for the database (it may be recovering from a crash)");
    }
    await sleep(15);
  }
}

function spawnServer(cluster: Cluster, port: number): ChildProcess {
  const { binaries, user, dataDir, durable, logFile } = cluster;
  const settings: Record<string, string | number> = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: 200,
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // Keep personal data out of the log: no values of refused rows, and no statements.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    // An archive of the log that cannot be reached must not fill the disk (decision 50).
    max_slot_wal_keep_size: "4GB",
    ...cluster.settings,
  };
  const { command, args, identity } = user.wrap(binaries.postgres, [
    "-D",
    dataDir,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]);
  const output = openSync(logFile, "a");
  try {
    return spawn(command, args, {
      // Ctrl-C reaches the whole process group, but the server must end after the processes that use it.
      detached: true,
      cwd: "/",
      env: serverEnvironment(),
      stdio: ["ignore", output, output],
      ...identity,
    });
  } finally {
    closeSync(output);
  }
}

function prepareLog({ logFile, user }: Cluster): number {
  closeSync(openSync(logFile, "a", 0o600));
  if (user.identity) chownSync(logFile, user.identity.uid, user.identity.gid);
  if (statSync(logFile).size > LOG_LIMIT_BYTES) truncateSync(logFile);
  return readFileSync(logFile, "utf8").length;
}

function fatalLine(text: string): string {
  const lines = text.trim().split("\n");
  return (lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "no output").trim();
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
