import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isReachable, type DatabaseUser } from "./database-user.ts";
import { findBinariesIn, type PostgresBinaries } from "./postgres-binaries.ts";

const CACHE = "/var/cache/marque";

/**
 * The same programs in a place where the server's user can run them. From a private home (a clone
 * in /root), each version is copied once to a system cache: initdb looks for `postgres` with
 * access(2), which ignores capabilities.
 */
export function placeBinaries(
  binaries: PostgresBinaries,
  { identity }: DatabaseUser,
): PostgresBinaries {
  const folder = dirname(realpathSync(binaries.postgres));
  if (!identity || isReachable(folder, identity)) return binaries;
  const copy = join(CACHE, `postgres-${binaries.fullVersion}-${process.arch}`);
  if (!existsSync(copy)) copyInstallation(dirname(folder), copy);
  return findBinariesIn(join(copy, basename(folder)));
}

/** Atomic, because two processes may copy at once. */
function copyInstallation(installation: string, copy: string): void {
  mkdirSync(CACHE, { recursive: true });
  const draft = `${copy}.${process.pid}`;
  try {
    execFileSync("cp", ["-a", installation, draft]);
    // The umask may have been stricter when npm installed them.
    execFileSync("chmod", ["-R", "a+rX", CACHE]);
    renameSync(draft, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
