import { Worker } from "node:worker_threads";

/** How often the limits are checked. A file that is unpacked in memory grows by a gigabyte a second at most. */
const intervalMs = 50;

// In a thread of its own, because one token can keep the main thread busy for minutes. The code is a text because the
// program is either one bundle or sources that Node cannot run as a thread.
const watch = `
const { memory, cpu, parent, interval } = require("node:worker_threads").workerData;
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > memory || user + system > cpu || process.ppid !== parent)
    process.kill(process.pid, "SIGKILL");
}, interval);
`;

/** Ends this process as soon as it takes more than its limits, or the process that started it has ended. */
export function watchLimits(limits: {
  memoryMb: number;
  cpuSeconds: number;
  /** The id of the process that started this one. */
  parent: number;
}): void {
  const { memoryMb, cpuSeconds, parent } = limits;
  const workerData = {
    parent,
    interval: intervalMs,
    memory: memoryMb * 1_024 * 1_024,
    cpu: cpuSeconds * 1_000_000,
  };
  const options = { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 16 } };
  new Worker(watch, options).unref();
}
