import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { identify, isAlive } from "./process-identity.mjs";

const patienceMs = 5_000;

/**
 * Runs `work` while no other process prepares this clone, since two that start at once would install and build into the
 * same folders. Says what it waits for. Takes over the lock of a process that was killed, after it has ended the npm or
 * the build that the process left running.
 * @template T
 * @param {string} root the clone
 * @param {string} what what the work is, for those who wait: "installing packages"
 * @param {(noteChild: (pid: number) => void) => Promise<T>} work gets a function that records a process it starts
 * @returns {Promise<T>}
 */
export async function withLock(root, what, work) {
  const lock = join(root, ".prepare", "lock");
  mkdirSync(dirname(lock), { recursive: true });
  const owner = { ...identify(process.pid), what, since: new Date().toISOString() };
  let announced = "";
  while (!acquire(lock, owner)) {
    const text = readText(lock);
    const other = parse(text);
    if (text === "") continue;
    if (!other || !isAlive(other)) {
      if (other?.child) await end(other.child, other.what);
      discard(lock, text);
    } else if (announced !== text) {
      announced = text;
      console.log(
        `Waiting for process ${other.pid}, which has been ${other.what} in this folder since ${timeOf(other.since)} …`,
      );
    }
    await sleep(200);
  }
  const release = () => rmSync(lock, { force: true });
  process.on("exit", release);
  try {
    return await work((pid) => write(lock, { ...owner, child: identify(pid) }, renameSync));
  } finally {
    process.off("exit", release);
    release();
  }
}

function acquire(lock, owner) {
  try {
    write(lock, owner, linkSync);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The file appears with its content, so that others never read half of it. */
function write(lock, content, place) {
  const draft = `${lock}.${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, JSON.stringify(content));
    place(draft, lock);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes a lock with this content, and not one that another process has taken meanwhile. */
function discard(lock, content) {
  const removed = `${lock}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(lock, removed);
    if (readText(removed) !== content) linkSync(removed, lock);
  } catch {
    // Another process was faster.
  }
  rmSync(removed, { force: true });
}

async function end(child, what) {
  if (!isAlive(child)) return;
  console.log(`Ending process ${child.pid}, which an interrupted start left ${what} …`);
  for (const signal of ["SIGTERM", "SIGKILL"]) {
    signalTo(child, signal);
    const deadline = Date.now() + patienceMs;
    while (isAlive(child) && Date.now() < deadline) await sleep(50);
  }
}

function signalTo({ pid }, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

function readText(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function timeOf(since) {
  return new Date(since).toLocaleString("sv-SE");
}
