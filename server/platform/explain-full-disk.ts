import { statfsSync } from "node:fs";
import path from "node:path";

/** With less, PostgreSQL and the program cannot write what they need. */
const least = 1024 * 1024;

/**
 * One line for a start that failed because a disk is full, or null for other errors. The embedded database also ends
 * without a reason that its clients see, so the disk of DATA_DIR is looked at, too.
 */
export function explainFullDisk(error: unknown, env: NodeJS.ProcessEnv): string | null {
  const dataDir = path.resolve(env.DATA_DIR || "data");
  const isFull = saysFull(error) || (!env.DATABASE_URL && freeBytes(dataDir) < least);
  if (!isFull) return null;
  const place = env.DATABASE_URL ? `${dataDir} or of the database's server` : dataDir;
  return `No space is left on the disk of ${place}. Free some, then start again (docs/operations/when-something-fails.md, "Common start errors").`;
}

function saysFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // 53100 disk_full (PostgreSQL, appendix A).
    if ("code" in cause && ["ENOSPC", "EDQUOT", "53100"].includes(String(cause.code))) return true;
    if (/no space left on device/i.test(cause.message)) return true;
  }
  return false;
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Infinity;
  }
}
