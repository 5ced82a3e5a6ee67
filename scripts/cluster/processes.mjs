// The processes of a cluster. Each writes its output to a file, and all of them are ended by their id.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, closeSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const longestStop = 20_000;

/** @typedef {{ name: string, pid: number, child: import("node:child_process").ChildProcess }} Process */

/**
 * Starts and stops processes.
 * @param {string} logFolder where their output goes
 */
export function createProcesses(logFolder) {
  const running = new Set();
  let isClosed = false;
  return {
    /**
     * Starts a program in a process group of its own, so that Ctrl-C in a terminal reaches only the script.
     * @returns {Process}
     */
    start(name, program, args, { env = process.env, cwd, user = {} } = {}) {
      if (isClosed) throw new Error(`${name} is not started: the cluster is stopping.`);
      const log = openSync(join(logFolder, `${name}.log`), "a");
      const child = spawn(program, args, {
        cwd: cwd ?? logFolder,
        env,
        detached: true,
        stdio: ["ignore", log, log],
        ...user,
      });
      closeSync(log);
      const one = { name, pid: child.pid, child };
      running.add(one);
      child.on("error", () => running.delete(one)).on("exit", () => running.delete(one));
      return one;
    },
    /** Ends a process with a signal, and with SIGKILL if that takes too long. */
    async stop(one, signal = "SIGTERM", timeout = longestStop) {
      if (!running.has(one)) return;
      const exit = once(one.child, "exit");
      signalTo(one.pid, signal);
      const late = setTimeout(() => signalTo(one.pid, "SIGKILL"), timeout);
      await exit;
      clearTimeout(late);
    },
    /**
     * Waits until a process that was started can be used.
     * @throws with the end of its output if it ends before
     */
    async untilReady(one, check, timeout) {
      let isOver = false;
      await waitFor(one.name, async () => (isOver = !running.has(one)) || (await check()), timeout);
      if (!isOver) return;
      const lines = readFileSync(join(logFolder, `${one.name}.log`), "utf8")
        .trim()
        .split("\n");
      throw new Error(`${one.name} ended:\n${lines.slice(-10).join("\n")}`);
    },
    /** Starts nothing from now on, so that nothing is left after everything was stopped. */
    close: () => (isClosed = true),
    /** Everything that still runs, the latest first. */
    list: () => [...running].toReversed(),
  };
}

/** Sends a signal to a process, which may have ended. */
export function signalTo(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/** A process and all its descendants, parents first. */
export function processTree(pid) {
  let children = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
  } catch {
    return [];
  }
  return [pid, ...children.filter(Boolean).flatMap((child) => processTree(Number(child)))];
}

/** The processes that work in a folder, also those whose parents have ended. */
export function processesIn(folder) {
  const isIn = (pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${folder}/`);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isIn(pid));
}

/** Waits until a check succeeds. A check that throws has not. */
export async function waitFor(what, check, timeout = 180_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const result = await Promise.resolve()
      .then(check)
      .catch(() => null);
    if (result) return result;
    if (Date.now() > end) throw new Error(`${what}: not within ${timeout / 1_000} s`);
    await sleep(100);
  }
}
