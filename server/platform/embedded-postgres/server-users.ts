import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, startOfProcess } from "./process-identity.ts";

/** Notes that this process uses the server. The returned name ends it in `unregisterUser`. */
export function registerUser(folder: string): string {
  const name = [process.pid, startOfProcess(process.pid), randomBytes(4).toString("hex")].join("-");
  writeFileSync(join(folder, "users", name), "");
  return name;
}

export function unregisterUser(folder: string, name: string): void {
  rmSync(join(folder, "users", name), { force: true });
}

/** Counts the living users and forgets those that were killed. */
export function countUsers(folder: string): number {
  const names = readNames(folder);
  const living = names.filter(isAlive);
  for (const name of names) if (!living.includes(name)) unregisterUser(folder, name);
  return living.length;
}

function isAlive(name: string): boolean {
  const [pid, start] = name.split("-");
  return isRunning(Number(pid)) && startOfProcess(Number(pid)) === start;
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(join(folder, "users"));
  } catch {
    return [];
  }
}
