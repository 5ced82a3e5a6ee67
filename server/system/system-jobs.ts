import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Deps } from "#server/deps.ts";
import { checkCertificates } from "./check-certificates.ts";
import { markAlive, removeLostProcesses, removeProcess } from "./process-store.ts";

const certificateQueue = "system.certificates";
const pruneQueue = "system.prune";
const heartbeatMs = 15_000;

/**
 * Checks certificates at the start and every six hours, and writes every 15 seconds that this process runs. The heartbeat
 * is not a job, because each process has its own.
 */
export async function systemJobs(
  deps: Pick<Deps, "build" | "config" | "db" | "jobs" | "log">,
): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(certificateQueue, { name: certificateQueue, policy: "short" });
  await jobs.work(certificateQueue, () => checkCertificates(deps));
  await jobs.schedule(certificateQueue, "37 */6 * * *");
  await jobs.send(certificateQueue, {});
  await jobs.createQueue(pruneQueue);
  await jobs.work(pruneQueue, () => removeLostProcesses(deps.db));
  await jobs.schedule(pruneQueue, "47 * * * *");
  jobs.once("stopped", await startHeartbeat(deps));
}

/** Returns a function that stops it. */
async function startHeartbeat({
  build: { version, commit },
  db,
  log,
}: Pick<Deps, "build" | "db" | "log">): Promise<() => void> {
  const process = { id: randomUUID(), host: hostname(), pid: globalThis.process.pid };
  const beat = () =>
    markAlive(db, { ...process, version, commit }).catch((error: unknown) =>
      log.warn({ err: error }, "the process could not report that it runs"),
    );
  await beat();
  const timer = setInterval(() => void beat(), heartbeatMs).unref();
  return () => {
    clearInterval(timer);
    // The pool closes right after, so this may fail. The row then expires.
    removeProcess(db, process.id).catch(() => undefined);
  };
}
