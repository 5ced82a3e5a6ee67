import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const check = (files: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, ["scripts/check-folders.mjs", ...files], {
    encoding: "utf8",
  });
  return { status, lines: stdout.split("\n").filter(Boolean) };
};
const filesOf = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${folder}/file-${at}.ts`);

test("names a folder with more than 40 files of its own, and a ninth loose file in server/", () => {
  expect(check([...filesOf("web/cars", 40), ...filesOf("web/cars/card", 40)]).status).toBe(0);
  expect(check(filesOf("web/cars", 41)).lines).toEqual([
    "web/cars: 41 files, at most 40. Move some into a folder named for their subject.",
  ]);
  expect(check(filesOf("server", 8)).status).toBe(0);
  expect(check(filesOf("server", 9)).status).toBe(1);
});
