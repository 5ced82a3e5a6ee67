import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { serverEnvironment } from "#server/platform/embedded-postgres/server-environment.ts";
import { BackupError } from "../backup-error.ts";

// Where the packages of Debian, Red Hat, Homebrew and Windows install PostgreSQL, with a version in the middle.
const folders: [string, RegExp, string][] = [
  ["/usr/lib/postgresql", /^\d+$/, "bin"],
  ["/usr", /^pgsql-\d+$/, "bin"],
  ["/opt/homebrew/opt", /^(postgresql@\d+|libpq)$/, "bin"],
  ["/usr/local/opt", /^(postgresql@\d+|libpq)$/, "bin"],
  ["C:\\Program Files\\PostgreSQL", /^\d+$/, "bin"],
];

/**
 * Finds a client program of PostgreSQL that fits a server of this major version: of the same one, or else the next newer.
 * @throws BackupError that says what to install
 */
export function findProgram(name: "pg_dump" | "pg_restore", major: number): string {
  const programs = candidates(name)
    .map((file) => ({ file, version: versionOf(file) }))
    .filter(({ version }) => version >= major)
    .sort((one, other) => one.version - other.version);
  const [best] = programs;
  if (best) return best.file;
  throw new BackupError(
    `${name} ${major} or newer is not installed, and a database of PostgreSQL ${major} needs it. On Debian and Ubuntu: apt install postgresql-client-${major}. Elsewhere, install PostgreSQL's client programs and put them on the PATH.`,
  );
}

function candidates(name: string): string[] {
  const file = process.platform === "win32" ? `${name}.exe` : name;
  const installed = folders.flatMap(([root, pattern, bin]) =>
    existsSync(root)
      ? readdirSync(root)
          .filter((entry) => pattern.test(entry))
          .map((entry) => path.join(root, entry, bin, file))
      : [],
  );
  const onPath = (process.env.PATH ?? "")
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, file));
  return [...installed, ...onPath].filter((candidate) => existsSync(candidate));
}

/** 0 if it does not run. */
function versionOf(file: string): number {
  try {
    const answer = execFileSync(file, ["--version"], {
      encoding: "utf8",
      env: serverEnvironment(),
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number.parseInt(/\d+/.exec(answer)?.[0] ?? "0", 10);
  } catch {
    return 0;
  }
}
