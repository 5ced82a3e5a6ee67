import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const spread = "A literal is spread";
const destructured = "A list is destructured";

const cases: [code: string, problem: string | null][] = [
  ["const car = { id, ...{ make, model } };", spread],
  ["const car = { id, ...({ make } as const) };", spread],
  ["const cars = [one, ...[other, third]];", spread],
  ["const card = <Card {...{ make, model }} />;", spread],
  ["const [make, model] = [car.make, car.model];", destructured],
  ["const car = { ...base, ...(isSold ? { soldAt } : {}), ...(isOpen && { id }) };", null],
  ["const [make, model] = await Promise.all([readMake(), readModel()]);", null],
  ["const [first] = [...cars];", null],
  ["[one, other] = [other, one];", null],
];

const folder = mkdtempSync(join(tmpdir(), "check-packing-"));
afterAll(() => rmSync(folder, { recursive: true }));
const files = cases.map(([code], at) => {
  const file = join(folder, `${at}.tsx`);
  writeFileSync(file, `${code}\n`);
  return file;
});
const { stdout } = spawnSync(process.execPath, ["scripts/check-packing.mjs", ...files], {
  encoding: "utf8",
});

test.each(cases.map(([code, problem], at) => ({ code, problem, at })))(
  "$code",
  ({ problem, at }) => {
    const faults = stdout.split("\n").filter((line) => line.includes(`/${at}.tsx:`));
    expect(faults).toEqual(problem === null ? [] : [expect.stringContaining(problem)]);
  },
);
