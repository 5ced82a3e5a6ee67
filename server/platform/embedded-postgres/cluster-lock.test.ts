import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { withClusterLock } from "./cluster-lock.ts";

vi.setConfig({ testTimeout: 30_000 });

test.each([
  ["is empty", ""],
  ["has only zero bytes", "\0".repeat(32)],
])("a lock that %s after a power failure does not block a start", async (_, content) => {
  const folder = mkdtempSync(join(tmpdir(), "marque-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "lock"), content);
  await expect(withClusterLock(folder, async () => "started")).resolves.toBe("started");
  expect(readdirSync(folder)).toEqual([]);
});
