import { vi } from "vitest";

/**
 * Repeats a check until it passes, for as long as a busy machine may need. Vitest's own default of one second fails there.
 * @throws what the check threw last
 */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000 });
}
