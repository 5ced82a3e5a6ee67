import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isRunning, startOfProcess } from "./process-identity.ts";

const TIMEOUT_MS = 120_000;

/**
 * Runs `work` while no other process starts, joins or stops the server of this folder. PostgreSQL
 * itself guarantees that two servers never open one cluster.
 * @throws EmbeddedPostgresError when another process has the lock for two minutes
 */
export async function withClusterLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, "lock");
  const mine = `${process.pid} ${startOfProcess(process.pid)} ${randomBytes(6).toString("hex")}`;
  const deadline = Date.now() + TIMEOUT_MS;
  while (!take(lock, mine)) {
    discardIfOwnerIsGone(lock);
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `process ${readOwner(lock)?.split(" ")[0] ?? ""} has been starting or stopping the database in ${folder} for two minutes`,
      );
    }
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    if (readOwner(lock) === mine) rmSync(lock, { force: true });
  }
}

/** A link appears with its content, so other processes never read a half-written lock. */
function take(lock: string, mine: string): boolean {
  const draft = `${lock}.${mine.split(" ")[2] ?? ""}`;
  // Otherwise a power failure can leave the link without its content.
  writeFileSync(draft, mine, { flush: true });
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function discardIfOwnerIsGone(lock: string): void {
  const owner = readOwner(lock);
  // A running process never leaves an empty lock, but a power failure can.
  if (owner === null || (owner !== "" && isOwnerAlive(owner))) return;
  const removed = `${lock}.stale-${randomBytes(6).toString("hex")}`;
  try {
    renameSync(lock, removed);
    // Another process may have been faster and have a new lock: restore it.
    if (readOwner(removed) !== owner) linkSync(removed, lock);
  } catch {
    // Removed or taken again: the next attempt reads it again.
  }
  rmSync(removed, { force: true });
}

function isOwnerAlive(owner: string): boolean {
  const [pid, start] = owner.split(" ");
  return isRunning(Number(pid)) && startOfProcess(Number(pid)) === start;
}

/** Null if there is no lock. */
function readOwner(lock: string): string | null {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return null;
  }
}
