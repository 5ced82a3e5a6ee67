import { rmSync } from "node:fs";
import { vi } from "vitest";

/** Removes a folder into which killed programs may still write. `rmSync` does not look for new files when it retries. */
export async function removeFolder(folder: string): Promise<void> {
  await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }), {
    timeout: 30_000,
    interval: 200,
  });
}
