import { gzipSync } from "node:zlib";
import { zipOf } from "./zip-of.ts";

/** A compressed text that repeats a piece: one member of a gzip file for each. */
const repeated = (start: string, piece: string, times: number) =>
  Buffer.concat([gzipSync(start), ...Array.from<Buffer>({ length: times }).fill(gzipSync(piece))]);

const million = 1_000_000;

/** Small files that take a reader minutes, or gigabytes, each by another weakness of its format. */
export const hostileFiles = {
  "number.json.gz": () => repeated('[{"make":"BMW","price":', "1".repeat(million), 250),
  "nested.xml": () => {
    const leaves = Array.from({ length: 1_000 }, (_, at) => `<l${at}>1</l${at}>`).join("");
    return Buffer.from(`${"<a>".repeat(90)}${leaves}${"</a>".repeat(90)}`);
  },
  "quote.csv.gz": () =>
    repeated('make,model,year,price,mileage\n"', `${"a,".repeat(450_000)}\n`, 12),
  "styles.xlsx": () => workbook({ styles: 3 * million, sheets: 1, rows: 2 }),
  "sheets.xlsx": () => workbook({ styles: 1, sheets: 1_000, rows: 20_000 }),
  "header.csv": () => {
    const steps = Array.from({ length: 40_000 }, (_, at) => `a/b/c${at}/price/model`);
    return Buffer.from(`make,${steps.join(",")}\n`);
  },
};

function workbook({ styles, sheets, rows }: { styles: number; sheets: number; rows: number }) {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const header = ["Make", "Model", "Year", "Price", "Mileage"];
  const car = ["BMW", "X5", "2019", "100", "100"];
  const cells = (texts: string[]) =>
    texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("");
  const body = Array.from(
    { length: rows },
    (_, at) => `<row>${cells(at === 0 ? header : car)}</row>`,
  );
  return zipOf({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${numbers.map((one) => `<sheet name="S${one}" sheetId="${one}" r:id="r1"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/styles.xml": `<styleSheet><cellXfs>${"<xf/>".repeat(styles)}</cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${body.join("")}</sheetData></worksheet>`,
  });
}
