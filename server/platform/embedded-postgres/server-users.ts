import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, startOfProcess } from "./process-identity.ts";

/** Registers this process as a user of the server. Pass the returned name to `unregisterUser`. */
export function registerUser(folder: string): string {
  const name = [process.pid, startOfProcess(process.pid), randomBytes(4).toString("hex")].join("-");
  writeFileSync(join(folder, "users", name), process.cwd());
  return name;
}

/** Running users that were started in another folder than this process, so that their version may be another. */
export function usersElsewhere(folder: string): { pid: number; program: string }[] {
  return readNames(folder)
    .filter(isAlive)
    .map((name) => ({
      pid: Number(name.split("-")[0]),
      program: readFileSync(join(folder, "users", name), "utf8"),
    }))
    .filter(({ program }) => program !== "" && program !== process.cwd());
}

export function unregisterUser(folder: string, name: string): void {
  rmSync(join(folder, "users", name), { force: true });
}

/** Counts the running users and removes those that were killed. */
export function countUsers(folder: string): number {
  const names = readNames(folder);
  const running = names.filter(isAlive);
  for (const name of names) if (!running.includes(name)) unregisterUser(folder, name);
  return running.length;
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
