import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while no other process of this clone holds the lock, since two processes that start at
 * once would build into the same folder. Takes over the lock of a process that was killed.
 * @template T
 * @param {string} lock path of the lock file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  let announced = false;
  while (!acquire(lock)) {
    if (isStale(lock)) rmSync(lock, { force: true });
    else if (!announced) {
      announced = true;
      console.log(`Waiting for process ${readOwner(lock)}, which is preparing this clone …`);
    }
    await sleep(200);
  }
  const release = () => rmSync(lock, { force: true });
  process.on("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function acquire(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function isStale(lock) {
  const owner = readOwner(lock);
  if (!Number.isInteger(owner) || owner <= 0) return false;
  if (owner === process.pid) return true;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function readOwner(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch {
    return Number.NaN;
  }
}
