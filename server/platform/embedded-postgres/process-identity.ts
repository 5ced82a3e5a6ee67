import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Whether a process is running. A zombie is not: in a container whose first process does not reap
 * children, a killed server stays in the process table forever.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return readLinuxStat(pid)?.state !== "Z";
}

/**
 * A text that differs between two processes with the same pid, or "" if the system does not provide
 * one. Source: field 22 of /proc/PID/stat (proc(5)), `ps` elsewhere.
 */
export function startOfProcess(pid: number): string {
  const stat = readLinuxStat(pid);
  if (stat) return stat.startTicks;
  if (process.platform === "win32") return "";
  return readWithPs(pid, "lstart").replace(/\W+/g, "");
}

/** The command line of a process, or "" if the system does not provide it. */
export function commandOfProcess(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return process.platform === "win32" ? "" : readWithPs(pid, "command");
  }
}

function readLinuxStat(pid: number): { state: string; startTicks: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is a name in parentheses, which can contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", startTicks: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

function readWithPs(pid: number, column: string): string {
  try {
    return execFileSync("ps", ["-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
