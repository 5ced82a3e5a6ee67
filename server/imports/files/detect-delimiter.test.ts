import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { detectDelimiter } from "./detect-delimiter.ts";

const folder = mkdtempSync(path.join(tmpdir(), "marque-delimiter-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["a comma before a semicolon if both fit as well", "make;price,model\nBMW;1,X5\n", ","],
  ["a semicolon before a bar if both fit as well", "make|price;model\nBMW|1;X5\n", ";"],
  ["the one with more recognized headers", "make;model;price,year\nBMW;X5;1,2\n", ";"],
  ["the one with more even rows", "make;price,model\nBMW;1\nAudi;2\n", ";"],
  ["the one that the file states", "sep=|\nmake;price|model;year\nBMW;1|X5;2\n", "|"],
])("chooses %s", async (_, text, delimiter) => {
  const file = path.join(folder, "stock.csv");
  writeFileSync(file, text);
  expect((await detectDelimiter(file, "utf-8", new Map()))?.delimiter).toBe(delimiter);
});
