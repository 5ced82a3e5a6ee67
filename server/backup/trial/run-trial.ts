import { fork, type ChildProcess } from "node:child_process";
import { BackupError } from "../backup-error.ts";
import type { ExpectedPlace } from "../expected-place.ts";
import { TrialInterrupted } from "./record-trial.ts";
import type { Trial } from "./try-backup.ts";
import type { TrialAnswer } from "./try-backup-command.ts";

/** Milliseconds to remove what was built, before the process is killed. */
const graceMs = 10_000;

/**
 * Runs a trial restore as a process of its own, so that the shop stays responsive.
 * @param program the built program
 * @param options.expected what the shop's database says that the place has
 * @param options.limitMs how long it may take
 * @param options.signal aborts it because the shop stops
 * @throws BackupError if the backup does not restore or it takes too long, TrialInterrupted after `signal`
 */
export async function runTrial(
  program: string,
  { expected, limitMs, signal }: { expected: ExpectedPlace; limitMs: number; signal: AbortSignal },
): Promise<Trial> {
  const child = fork(program, ["try-backup", JSON.stringify(expected)], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let isLate = false;
  const end = () => void endProcess(child);
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, limitMs);
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  try {
    const answer = await answerOf(child);
    if (signal.aborted) throw new TrialInterrupted();
    if (isLate)
      throw new BackupError(
        `It took longer than ${Math.round(limitMs / 3_600_000)} hours and was stopped. Try the backup on a faster machine: npm run backup -- verify`,
      );
    if (!answer) throw new Error("the process of the trial restore ended without an answer");
    if ("trial" in answer) return answer.trial;
    throw answer.isExpected ? new BackupError(answer.error) : new Error(answer.error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** What the process sent before it ended; null if nothing. */
function answerOf(child: ChildProcess): Promise<TrialAnswer | null> {
  let answer: TrialAnswer | null = null;
  child.on("message", (message) => (answer = message as TrialAnswer));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(answer));
  });
}

async function endProcess(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs).unref();
  child.once("close", () => clearTimeout(timer));
}
