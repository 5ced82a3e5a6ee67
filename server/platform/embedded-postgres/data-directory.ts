import { accessSync, constants, mkdirSync } from "node:fs";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/**
 * Makes the directory when it is missing and makes sure that we may write in it.
 * @throws EmbeddedPostgresError naming the directory
 */
export function ensureWritableDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EmbeddedPostgresError(
      `the data directory ${directory} cannot be written (${code ?? String(error)}): give this user the right to, or set DATA_DIR to another`,
    );
  }
}
