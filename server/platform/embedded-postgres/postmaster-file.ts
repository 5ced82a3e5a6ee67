import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandOfProcess, isRunning } from "./process-identity.ts";

/** What a server says about itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready", "stopping", or "" before it says */
  status: string;
}

// Above every system's largest pid, so nobody can have it.
const NOBODYS_PID = 2_147_483_647;

/**
 * Reads the server's own note. Line by line: pid, data directory, start, port, socket directory,
 * address, shared memory key, status (PostgreSQL, src/include/utils/pidfile.h).
 * @returns undefined when the file is missing or still being written
 */
export function readPostmaster(clusterDir: string): Postmaster | undefined {
  const lines = readLines(clusterDir);
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? "").trim() };
}

/** Tells whether the noted process is there and is a PostgreSQL server. */
export function isServerRunning({ pid }: Postmaster): boolean {
  if (!isRunning(pid)) return false;
  const command = commandOfProcess(pid);
  return command === "" || command.includes("postgres");
}

/**
 * Makes PostgreSQL take over a note whose pid now belongs to a zombie or to another program. The
 * file stays, because the shared memory key in it is how PostgreSQL notices backends left behind.
 */
export function disownPostmaster(clusterDir: string): void {
  const [, ...rest] = readLines(clusterDir);
  if (rest.length > 0) {
    writeFileSync(join(clusterDir, "postmaster.pid"), [NOBODYS_PID, ...rest].join("\n"));
  }
}

function readLines(clusterDir: string): string[] {
  try {
    return readFileSync(join(clusterDir, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}
