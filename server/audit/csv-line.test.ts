import { expect, test } from "vitest";
import { csvLine } from "./csv-line.ts";

test("every cell is quoted, and quotes, commas and line ends stay inside it", () => {
  expect(csvLine(["plain", 'say "hi"', "a,b", "two\nlines", ""])).toBe(
    '"plain","say ""hi""","a,b","two\nlines",""\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1"])(
  "a cell that a spreadsheet would run becomes text: %j",
  (cell) => {
    expect(csvLine([cell])).toBe(`"'${cell}"\r\n`);
  },
);

test("what only holds such a sign further on is left alone", () => {
  expect(csvLine(["a=1", "person@marque.example", '{"amountMinor":-1}'])).toBe(
    '"a=1","person@marque.example","{""amountMinor"":-1}"\r\n',
  );
});
