import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/**
 * Creates the directory if it is missing and checks that it is writable.
 * @throws EmbeddedPostgresError naming the directory
 */
export function ensureWritableDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EmbeddedPostgresError(
      `the data directory ${directory} cannot be written (${code ?? String(error)}): give this user write access, or set DATA_DIR to another directory`,
    );
  }
}

/** Step by step, because Node's recursive mkdir never returns if the system reports ENOENT (/proc). */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process, started at the same time, was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
