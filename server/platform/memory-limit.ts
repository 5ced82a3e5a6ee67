import { totalmem } from "node:os";

/** The bytes that this process may use: the limit of its container or unit, or the memory of the machine. */
export function memoryLimit(): number {
  // Without a limit, Node says 0 or more than the machine has.
  const limit = process.constrainedMemory() || Infinity;
  return Math.min(limit, totalmem());
}
