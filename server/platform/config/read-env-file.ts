import path from "node:path";
import { loadEnvFile } from "node:process";
import { ConfigError } from "./config.ts";

/**
 * Adds the settings of the env file to `process.env`: `.env` in the working directory, or the file named by ENV_FILE. A
 * variable that is already set wins, even an empty one.
 * @throws ConfigError if the file named by ENV_FILE is missing, or a file cannot be read
 */
export function readEnvFile(): void {
  const named = process.env.ENV_FILE;
  const file = path.resolve(named || ".env");
  try {
    loadEnvFile(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT" && !named) return;
    throw new ConfigError(`The env file ${file} cannot be read (${code}).`);
  }
}
