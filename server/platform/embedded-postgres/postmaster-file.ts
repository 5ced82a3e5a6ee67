import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOfProcess, isRunning } from "./process-identity.ts";

/** The state of a server, from its `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready", "stopping", or "" if not written yet */
  status: string;
}

// Larger than any system's highest pid, so it is never in use.
const UNUSED_PID = 2_147_483_647;

/**
 * Reads `postmaster.pid`. Its lines: pid, data directory, start, port, socket directory,
 * address, shared memory key, status (PostgreSQL, src/include/utils/pidfile.h).
 * @returns undefined if the file is missing or still being written
 */
export function readPostmaster(clusterDir: string): Postmaster | undefined {
  const lines = readLines(clusterDir);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? "").trim() };
}

/** Whether the process exists and is a PostgreSQL server. */
export function isServerRunning({ pid }: Postmaster): boolean {
  if (!isRunning(pid)) return false;
  const command = commandOfProcess(pid);
  return command === "" || command.includes("postgres");
}

/**
 * Lets PostgreSQL start if the pid in the file now belongs to a zombie or to another program. The
 * file must stay: PostgreSQL uses its shared memory key to find backends that are still running.
 */
export function disownPostmaster(clusterDir: string): void {
  const [, ...rest] = readLines(clusterDir);
  if (rest.length > 0) {
    writeFileSync(join(clusterDir, "postmaster.pid"), [UNUSED_PID, ...rest].join("\n"));
  }
}

/**
 * Removes `postmaster.pid` if it is empty. The server that created it was killed before it wrote its pid, so it had no
 * backends. Only the owner of the cluster's lock may call this.
 * @returns whether it was removed
 */
export function removeEmptyPostmaster(clusterDir: string): boolean {
  const file = join(clusterDir, "postmaster.pid");
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return false;
  rmSync(file);
  return true;
}

function readLines(clusterDir: string): string[] {
  try {
    return readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}
