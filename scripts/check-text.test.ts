import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const changes = "Text that changes has siblings";
const follows = "Text follows what may come and go";

/** What a component renders, and the problem that the check must find in it. */
const cases: [markup: string, problem: string | null][] = [
  ["<p>{n} cars</p>", changes],
  ["<p>of {name}</p>", changes],
  ["<p>{name} <b>new</b></p>", changes],
  ["<button><svg />{isOn ? 'Saved' : 'Save'}</button>", changes],
  ["<p>Total{isOn && ' so far'}</p>", changes],
  ["<>{name}</>", changes],
  ["<p><b>new</b>{children}</p>", changes],
  ["<p>{isOn && <b>new</b>} cars</p>", follows],
  ["<p>{rows.map((row) => <b key={row}>{row}</b>)} cars</p>", follows],
  ["<p><Some /> cars</p>", follows],
  ["isOn ? 'None' : <b>new</b>", "A component returns text"],
  ["<p>{`${n} cars`}</p>", null],
  ["<p>{isOn ? 'Saved' : name}</p>", null],
  ["<p><b>{n}</b> <span>{name}</span></p>", null],
  ["<p>Cars {isOn && <b>new</b>}</p>", null],
  ["<p><Always /> and <b>new</b> cars</p>", null],
  ["<p><b>new</b>{name && <i>{name}</i>}</p>", null],
];

const declarations = `
import type { JSX, ReactNode } from "react";
declare const [n, name, isOn, rows]: [number, string | null, boolean, string[]];
declare const children: ReactNode;
const Some = () => (isOn ? <b>new</b> : null);
const Always = () => <b>new</b>;
export const Page = () =>`;

// Among the packages' folders, where React's types are found.
const folder = mkdtempSync(join(import.meta.dirname, "../node_modules/.check-text-"));
afterAll(() => rmSync(folder, { recursive: true }));
const files = cases.map(([markup], at) => {
  const file = join(folder, `${at}.tsx`);
  writeFileSync(file, `${declarations} ${markup};\n`);
  return file;
});
const { stdout } = spawnSync(process.execPath, ["scripts/check-text.mjs", ...files], {
  encoding: "utf8",
});
const lines = stdout.trim().split("\n");

test.each(cases.map((one, at) => [...one, at] as const))("%s: %s", (_, problem, at) => {
  const faults = lines.filter((line) => line.includes(`/${at}.tsx:`));
  expect(faults).toEqual(problem === null ? [] : [expect.stringContaining(problem)]);
});
