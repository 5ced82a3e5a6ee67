import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepAssets } from "./kept-assets.ts";

const folder = mkdtempSync(join(tmpdir(), "assets-"));
const built = join(folder, "built");
const kept = join(folder, "kept");
afterAll(() => rmSync(folder, { recursive: true }));

function build(files: Record<string, string>) {
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(built, name), text);
}

const day = (day: number) => new Date(Date.UTC(2026, 10, day));

test("keeps the files of earlier builds for 30 days after their last start", () => {
  build({ "a.js": "first", "a.js.br": "1", "shared.js": "both" });
  keepAssets(built, kept, day(1));
  build({ "b.js": "second", "shared.js": "both" });
  keepAssets(built, kept, day(2));
  expect(readdirSync(kept).toSorted()).toEqual(["a.js", "a.js.br", "b.js", "shared.js"]);
  expect(readFileSync(join(kept, "a.js"), "utf8")).toBe("first");
  keepAssets(built, kept, day(31));
  expect(readdirSync(kept)).toContain("a.js");
  keepAssets(built, kept, day(32));
  expect(readdirSync(kept).toSorted()).toEqual(["b.js", "shared.js"]);
});

test("copies a file again that an earlier start left incomplete", () => {
  build({ "c.js": "complete" });
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, "c.js"), "comp");
  keepAssets(built, kept, day(3));
  expect(readFileSync(join(kept, "c.js"), "utf8")).toBe("complete");
});
