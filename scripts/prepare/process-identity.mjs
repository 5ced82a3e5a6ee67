import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Identifies a process by its pid and its start, because the system gives the pid of an ended one to others. */
export function identify(pid) {
  return { pid, start: startOf(pid) };
}

/**
 * Whether the process still runs.
 * @param {{ pid: number, start: string }} identity
 */
export function isAlive({ pid, start }) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it belongs to another user.
    if (error.code !== "EPERM") return false;
  }
  return startOf(pid) === start;
}

/** Field 22 of /proc/PID/stat (proc(5)), or what `ps` says elsewhere. A zombie has no start. */
function startOf(pid) {
  if (process.platform === "win32") return "";
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? "ended" : fields[19];
  } catch {
    if (process.platform === "linux") return "ended";
    return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  }
}
