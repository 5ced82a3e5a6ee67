import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

/** The major version of PostgreSQL that made a data directory; null if there is none. */
export function clusterVersion(dataDir: string): number | null {
  const file = join(dataDir, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

/** @throws EmbeddedPostgresError if these programs cannot open the data directory */
export function refuseOtherMajor(dataDir: string, binaries: PostgresBinaries): void {
  const version = clusterVersion(dataDir);
  if (version === null || version === binaries.majorVersion) return;
  const mismatch = `the database in ${dataDir} was made by PostgreSQL ${version}, and this version of the program has PostgreSQL ${binaries.majorVersion}`;
  throw new EmbeddedPostgresError(
    version < binaries.majorVersion
      ? `${mismatch}: make a backup with the previous version, then run npm run upgrade-database`
      : `${mismatch}: use the version of the program that it was last used with, or a newer one`,
  );
}
