import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { areOnOneDisk } from "./are-on-one-disk.ts";

const folder = mkdtempSync(path.join(tmpdir(), "marque-disk-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a folder that does not exist yet is on the disk of the one it will be in", async () => {
  expect(await areOnOneDisk(folder, path.join(folder, "backups", "marque"))).toBe(true);
});

test.runIf(process.platform === "linux")("file systems are told apart", async () => {
  expect(await areOnOneDisk(folder, "/proc")).toBe(false);
  expect(await areOnOneDisk("/proc/nowhere/backups", folder)).toBe(false);
});
