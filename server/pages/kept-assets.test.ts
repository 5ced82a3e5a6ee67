import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepAssets } from "./kept-assets.ts";

const folder = mkdtempSync(join(tmpdir(), "assets-"));
const built = join(folder, "built");
const keptFolder = join(folder, "kept");
afterAll(() => rmSync(folder, { recursive: true }));

function build(files: Record<string, string>) {
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(built, name), text);
}

const day = (day: number) => new Date(Date.UTC(2026, 10, day));

test("keeps the files of earlier builds for 30 days after their last start", () => {
  build({ "a.js": "first", "a.js.br": "1", "shared.js": "both" });
  keepAssets(built, keptFolder, day(1));
  build({ "b.js": "second", "shared.js": "both" });
  keepAssets(built, keptFolder, day(2));
  expect(readdirSync(keptFolder).toSorted()).toEqual(["a.js", "a.js.br", "b.js", "shared.js"]);
  expect(readFileSync(join(keptFolder, "a.js"), "utf8")).toBe("first");
  keepAssets(built, keptFolder, day(31));
  expect(readdirSync(keptFolder)).toContain("a.js");
  keepAssets(built, keptFolder, day(32));
  expect(readdirSync(keptFolder).toSorted()).toEqual(["b.js", "shared.js"]);
});

test("copies a file again that an earlier start left incomplete", () => {
  build({ "c.js": "complete" });
  mkdirSync(keptFolder, { recursive: true });
  writeFileSync(join(keptFolder, "c.js"), "comp");
  keepAssets(built, keptFolder, day(3));
  expect(readFileSync(join(keptFolder, "c.js"), "utf8")).toBe("complete");
});
