import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { illustrationSizes } from "./illustration-sizes.ts";

const folder = "web/public";
const pictures = readdirSync(join(folder, "cars"))
  // Those of earlier versions, which bookings keep, have only one file each.
  .filter((name) => /^(covered|\w+-\w+-\w+)\.webp$/.test(name))
  .toSorted();

test("every illustration has a file for each width", () => {
  expect(pictures).toHaveLength(441);
  for (const picture of pictures) {
    const [source] = illustrationSizes(`/cars/${picture}`);
    const files = source?.srcSet.split(", ").map((each) => each.split(" ")[0] ?? "");
    expect(files).toHaveLength(2);
    for (const file of files ?? []) expect(existsSync(join(folder, file)), file).toBe(true);
  }
});

test("the version changes with the illustrations, because browsers keep them for a year", () => {
  const hash = createHash("sha256");
  for (const picture of pictures) hash.update(readFileSync(join(folder, "cars", picture)));
  const [source] = illustrationSizes("/cars/saloon-slot-red.webp");
  expect(source?.srcSet).toContain(`/${hash.digest("hex").slice(0, 8)}/`);
});

test("other images have no such sizes", () => {
  expect(illustrationSizes("/images/0a1b2c3d-0000-4000-8000-000000000000/1200.jpg")).toEqual([]);
  expect(illustrationSizes("https://elsewhere.example/cars/saloon-red.webp")).toEqual([]);
});
