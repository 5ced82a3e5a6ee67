import { once } from "node:events";
import { constants, platform, setPriority } from "node:os";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { connectDatabase } from "#server/platform/database/database.ts";
import { programUrl } from "#server/platform/program.ts";
import { trainVersion, type Training } from "./train-version.ts";

export const trainCommand = "train-valuation";

/**
 * Trains in a thread of its own, so that requests keep their latency. Without a built program, as in tests, it trains in
 * this one.
 */
export async function trainInThread(directUrl: string): Promise<Training> {
  const program = programUrl();
  if (!program) return trainWith(directUrl);
  const worker = new Worker(program, {
    argv: [trainCommand],
    workerData: { directUrl },
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  });
  try {
    // A thread that fails ends without a message.
    const failed = once(worker, "exit").then(() => {
      throw new Error("The training of the price model ended without a result.");
    });
    const [training] = (await Promise.race([once(worker, "message"), failed])) as [Training];
    return training;
  } finally {
    await worker.terminate();
  }
}

/** What the thread runs. It ends when the main thread has its message. */
export async function runTraining(): Promise<never> {
  if (isMainThread) throw new Error("This command runs in a thread of the shop only.");
  yieldToRequests();
  const { directUrl } = workerData as { directUrl: string };
  parentPort!.postMessage(await trainWith(directUrl));
  return new Promise<never>(() => {});
}

/**
 * Lowers the priority of this thread only, which Linux does for the process number 0. Elsewhere that is the whole
 * process.
 */
function yieldToRequests(): void {
  if (platform() === "linux") setPriority(0, constants.priority.PRIORITY_LOW);
}

async function trainWith(directUrl: string): Promise<Training> {
  const { db, pool } = connectDatabase(directUrl, 1);
  try {
    return await trainVersion(db);
  } finally {
    await pool.end();
  }
}
