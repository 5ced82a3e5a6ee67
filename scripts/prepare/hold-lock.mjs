import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Does `work` while no other process of this clone does: two starts at once would build into the
 * same folder. A lock whose holder was killed is taken over.
 * @template T
 * @param {string} lock path of the lock file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function holdLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  let told = false;
  while (!take(lock)) {
    if (isStale(lock)) rmSync(lock, { force: true });
    else if (!told) {
      told = true;
      console.log(`Waiting for process ${readHolder(lock)}, which is preparing this clone …`);
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

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function isStale(lock) {
  const holder = readHolder(lock);
  if (!Number.isInteger(holder) || holder <= 0) return false;
  if (holder === process.pid) return true;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

function readHolder(lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch {
    return Number.NaN;
  }
}
