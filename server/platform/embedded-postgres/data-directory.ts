import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/**
 * Makes the directory when it is missing and makes sure that we may write in it.
 * @throws EmbeddedPostgresError naming the directory
 */
export function ensureWritableDirectory(directory: string): void {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EmbeddedPostgresError(
      `the data directory ${directory} cannot be written (${code ?? String(error)}): give this user the right to, or set DATA_DIR to another`,
    );
  }
}

/** Step by step, since Node's recursive mkdir never returns where the system answers ENOENT (/proc). */
function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  makeDirectory(dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process that starts at the same time was quicker.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
