import { expect, test } from "vitest";
import { csvLine } from "./write-audit-csv.ts";

test("quotes every cell and keeps quotes, commas and line breaks", () => {
  expect(csvLine(["plain", 'say "hi"', "a,b", "two\nlines", ""])).toBe(
    '"plain","say ""hi""","a,b","two\nlines",""\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1"])(
  "turns a formula into text: %j",
  (cell) => {
    expect(csvLine([cell])).toBe(`"'${cell}"\r\n`);
  },
);

test("leaves a cell unchanged if the sign is not at its start", () => {
  expect(csvLine(["a=1", "person@marque.example", '{"amountMinor":-1}'])).toBe(
    '"a=1","person@marque.example","{""amountMinor"":-1}"\r\n',
  );
});
