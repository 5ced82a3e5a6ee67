import { constants, getPriority, setPriority } from "node:os";

/**
 * Lets a process that this one started, or this one itself, yield to the shop. Counted from this process's priority,
 * because a shop with a lower one than usual may not raise it again.
 */
export function lowerPriority(pid = process.pid): void {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  setPriority(pid, Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
}
