import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { workbookOf, zipOf } from "#testing/imports/zip-of.ts";

const options = "--currency GBP --distance-unit km";
const head = "make,model,year,price,mileage,vehicle";
const car = "Audi,A4,2018,15000,30000,";
const jsonCar = '{"make":"Audi","model":"A4","year":2018,"price":15000,"mileage":30000';
const xmlCar =
  "<make>Audi</make><model>A4</model><year>2018</year><price>15000</price><mileage>30000</mileage>";
const worksheet = '<worksheet><sheetData><row r="1"/></sheetData></worksheet>';

const workbook = (parts: { sheets?: string; styles?: string; sheet?: string }) =>
  zipOf({
    "xl/workbook.xml": `<workbook><sheets>${parts.sheets ?? '<sheet name="Cars" id="a"/>'}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="a" Target="worksheets/a.xml"/></Relationships>',
    "xl/styles.xml": `<styleSheet><cellXfs>${parts.styles ?? ""}</cellXfs></styleSheet>`,
    "xl/worksheets/a.xml": parts.sheet ?? worksheet,
  });
const text = (value: string | number) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const sheetRows = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const headRow = `<row>${["make", "model", "year", "price", "mileage"].map(text).join("")}</row>`;
const carRow = `<row>${["Audi", "A4", 2018, 15000, 30000].map(text).join("")}</row>`;

describe("a file beyond a limit of the reader", () => {
  it.each<[string, string, string | Buffer, string]>([
    [
      "a number without an end",
      "feed.json",
      `[${jsonCar},"power":${"1".repeat(2_000_000)}}]`,
      "more than 1,000,000 characters in one value. Shorten or leave out the value.",
    ],
    [
      "a text without an end",
      "feed.json",
      `[${jsonCar},"title":"${'\\"'.repeat(1_000_000)}"}]`,
      "more than 1,000,000 characters in one value.",
    ],
    [
      "an unpacked size that no feed has",
      "feed.json.gz",
      gzipSync(Buffer.alloc(40_000_000, "1")),
      "the archive is too large when unpacked",
    ],
    [
      "a header with too many columns",
      "feed.csv",
      `${head}${",a".repeat(2_000)}\n`,
      "more than 2,000 columns in the first row.",
    ],
    [
      "too many rows",
      "feed.csv",
      `${head}\n${"a\n".repeat(200_001)}`,
      "more than 200,000 rows. Split the file into several feeds.",
    ],
    [
      "an element with too many attributes",
      "feed.xml",
      `<cars><car ${Array.from({ length: 1_001 }, (_, at) => `a${at}="1"`).join(" ")}/></cars>`,
      "more than 1,000 attributes of one element.",
    ],
    [
      "names without an end",
      "feed.xml",
      `${`<${"a".repeat(300)}>`.repeat(10)}${`</${"a".repeat(300)}>`.repeat(10)}`,
      "more than 2,000 characters in the names of elements inside each other.",
    ],
    [
      "too many different elements",
      "feed.json",
      `[{${Array.from({ length: 6_000 }, (_, at) => `"a${at}":1`).join(",")}}]`,
      "more than 5,000 different elements.",
    ],
    [
      "an attribute that sax cannot read",
      "feed.xml",
      `<cars><car hasOwnProperty="a" b="c">${xmlCar}</car></cars>`,
      "not valid XML (a name or a character that cannot be read)",
    ],
    [
      "too many formats of cells",
      "feed.xlsx",
      workbook({ styles: "<xf/>".repeat(70_000) }),
      "more than 65,536 formats of cells. Save the sheet of the cars as CSV.",
    ],
    [
      "too many different first rows",
      "feed.xlsx",
      workbook({
        sheet: sheetRows(
          Array.from(
            { length: 20 },
            (_, row) =>
              `<row>${Array.from({ length: 500 }, (_, at) => text(`${row} ${at} ${"a ".repeat(60)}`)).join("")}</row>`,
          ).join(""),
        ),
      }),
      "more than 1,000,000 characters in the first rows of its sheets.",
    ],
    [
      "a line that no sheet has",
      "feed.xlsx",
      workbook({ sheet: sheetRows(`${headRow}<row r="9007199254740991">${text("Audi")}</row>`) }),
      "more than 1,048,576 lines.",
    ],
  ])("is refused for %s", async (_, name, content, message) => {
    await expect(readFeedRows({ [name]: content }, options)).rejects.toThrow(message);
  });
});

describe("a file inside the limits", () => {
  it("has a sheet once, however often it is named", async () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `<sheet name="s${at}" id="a"/>`);
    const feed = workbook({ sheets: names.join(""), sheet: sheetRows(headRow + carRow) });
    expect(await readFeedRows({ "feed.xlsx": feed }, options)).toMatchObject([
      { line: 2, car: { model: "A4" } },
    ]);
  });

  it("has every line of a sheet once, whatever its rows say", async () => {
    const numbered = (row: string) => row.replace("<row>", '<row r="7">');
    const feed = workbook({ sheet: sheetRows(headRow + numbered(carRow) + numbered(carRow)) });
    const rows = await readFeedRows({ "feed.xlsx": feed }, options);
    expect(rows.map(({ line }) => line)).toEqual([7, 8]);
  });

  it("is read past quotation marks that stay open", async () => {
    const long = `${car}"${"b".repeat(400_000)}`;
    const rows = await readFeedRows(
      { "feed.csv": [head, long, long, long, long, `${car}x`, ""].join("\n") },
      options,
    );
    expect(rows.map(({ line, car: read }) => [line, read?.model ?? null])).toEqual([
      ...[2, 3, 4, 5].map((line) => [line, null]),
      [6, "A4"],
    ]);
  });

  it("keeps the facts of an element that is deep inside others, with many names", async () => {
    const leaves = Array.from({ length: 1_000 }, (_, at) => `<n${at}>1</n${at}>`).join("");
    const feed = `${"<e>".repeat(90)}<car>${xmlCar}${leaves}</car>${"</e>".repeat(90)}`;
    expect(await readFeedRows({ "feed.xml": feed }, options)).toMatchObject([
      { car: { model: "A4", year: 2018 } },
    ]);
  });

  it("ignores headers that are no names, and reads the others", async () => {
    const path = Array.from({ length: 95 }, () => "a").join("/");
    const headers = Array.from({ length: 1_500 }, (_, at) => `${path}/${at}`);
    const feed = `${head},${headers.join(",")}\n${car}${",".repeat(1_500)}\n`;
    expect(await readFeedRows({ "feed.csv": feed }, options)).toMatchObject([
      { car: { model: "A4" } },
    ]);
  });

  it("reads cells of a single word of a million letters", async () => {
    const feed = `${head},note\n${car}${"a".repeat(400_000)},${"ab-".repeat(100_000)}\n`;
    expect(await readFeedRows({ "feed.csv": feed }, options)).toMatchObject([
      { car: { model: "A4" } },
    ]);
  });

  it.each(["__proto__", "constructor", "toString"])("takes %s as any other name", async (name) => {
    const cars = {
      "feed.csv": `${head},${name}\n${car},1\n`,
      "feed.json": `[${jsonCar},"${name}":{"${name}":1}}]`,
      "feed.xml": Buffer.from(
        `<?xml version="1.0" encoding="${name}"?><cars><car ${name}="1">${xmlCar}<${name}>\u00e9</${name}></car></cars>`,
        "latin1",
      ),
      "feed.xlsx": workbookOf([
        ["make", "model", "year", "price", "mileage", name],
        ["Audi", "A4", 2018, 15000, 30000, name],
      ]),
    };
    for (const [file, content] of Object.entries(cars))
      expect(await readFeedRows({ [file]: content }, options), file).toMatchObject([
        { car: { model: "A4" } },
      ]);
  });
});
