import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { allMakes } from "#shared/makes/all-makes.ts";
import { categories } from "./category.ts";

test("the logos' folder changes with the files, because browsers keep them for a year", () => {
  const folders = new Set(categories.map(({ logo }) => dirname(logo)));
  expect(folders.size).toBe(1);
  const [folder = ""] = folders;
  const files = readdirSync(join("web/public", folder)).toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(join("web/public", folder, file)));
  expect(folder).toBe(`/brands/${hash.digest("hex").slice(0, 8)}`);
  expect(files).toEqual(allMakes.map(({ logo }) => logo).toSorted());
});
