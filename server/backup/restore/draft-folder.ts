import { readdirSync } from "node:fs";
import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";

const prefix = "restoring-";

/**
 * Removes files and folders named by one of these prefixes and the id of a process that was killed.
 */
export async function removeLeftBehind(parent: string, prefixes: readonly string[]): Promise<void> {
  for (const name of readdirSync(parent)) {
    const [, before = "", pid] = /^(.*-)(\d+)$/.exec(name) ?? [];
    if (!prefixes.includes(before)) continue;
    if (Number(pid) === process.pid || !isRunning(Number(pid)))
      await rm(path.join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Makes a folder for a database that is being built. Also removes those of processes that were killed: their servers end
 * when their folder is gone.
 */
export async function makeDraft(parent: string): Promise<string> {
  await removeLeftBehind(parent, [prefix]);
  const draft = path.join(parent, `${prefix}${process.pid}`);
  await mkdir(draft);
  // The server's user, where root starts it, must be able to pass. What is in it is readable by that user only.
  await chmod(draft, 0o755);
  return draft;
}
