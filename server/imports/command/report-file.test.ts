import { expect, test } from "vitest";
import { withoutFormula } from "./report-file.ts";

test.each(["=1", " +1", "\t@x", "\u200B=1", "\0=1", "\u202E-1", "＝1"])(
  "a cell that a spreadsheet could run as a formula is shown as text: %j",
  (cell) => {
    expect(withoutFormula(cell)).toBe(`'${cell}`);
  },
);

test.each(["BMW", "1-2", "a=b", ""])("other cells stay as they are: %j", (cell) => {
  expect(withoutFormula(cell)).toBe(cell);
});
