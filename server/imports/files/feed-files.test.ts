import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import iconv from "iconv-lite";
import { afterAll, describe, expect, it } from "vitest";
import { detectDelimiter } from "./detect-delimiter.ts";
import { detectEncoding } from "./detect-encoding.ts";
import { createReportFile } from "../command/report-file.ts";
import { readRecords, type FeedRecord } from "./read-records.ts";

const folder = mkdtempSync(path.join(tmpdir(), "marque-feed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let serial = 0;

function feed(text: string, encoding = "utf-8"): string {
  const file = path.join(folder, `${++serial}.csv`);
  writeFileSync(file, iconv.encode(text, encoding));
  return file;
}

async function recordsOf(text: string, delimiter = ","): Promise<FeedRecord[]> {
  const records: FeedRecord[] = [];
  for await (const record of readRecords(feed(text), "utf-8", delimiter)) records.push(record);
  return records;
}

const german = "Marke;Modell;Preis (€);Farbe\nBMW;3er;15.900 €;weiß\nAudi;A4;9.900 €;grün\n";
const polish =
  "Marka;Model;Cena;Kolor;Skrzynia biegów\nBMW;Seria 3;49 900 zł;żółty śnieżny;ręczna\n";
const hungarian =
  "Gyártmány;Modell;Hengerűrtartalom;Kivitel;Szín\nBMW;320d;1995;Egyterű;Vörös, bőr ülés\n";
const turkish = "Marka;Yıl;Yakıt;Renk\nBMW;2018;Dizel;Gümüş gri\nAudi;2017;Benzin;Şampanya\n";
const romanian = "Marca;Preţ;Culoare;Cutie de viteze\nBMW;15900;Roşu închis;Automată\n";
const czech = "Značka;Cena;Převodovka;Barva\nŠkoda;549 000 Kč;automatická;žlutá, ďábelská\n";
const danish = "Mærke;Årgang;Brændstof;Farve\nBMW;2018;Diesel;Rød\nAudi;2017;Benzin;Blå\n";
const portuguese = "Preço;Nº de portas;Combustível;Versão;Observações\n15900;5;Gasóleo;;Opções\n";

describe("detectEncoding", () => {
  it.each([
    ["utf-8", german, "utf-8"],
    ["utf-8", `\uFEFF${polish}`, "utf-8"],
    ["utf-16le", `\uFEFF${polish}`, "utf-16le"],
    ["utf-16be", german, "utf-16be"],
    ["windows-1252", german, "windows-1252"],
    ["windows-1252", 'model,price\r\nA4,"£30,495"\r\n', "windows-1252"],
    ["windows-1250", polish, "windows-1250"],
    ["iso-8859-2", polish, "iso-8859-2"],
    ["windows-1252", "Année;Modèle;Énergie\n2019;Série 3;Essence\n", "windows-1252"],
    // Their letters are the same in both.
    ["windows-1250", hungarian, "iso-8859-2"],
    ["windows-1250", romanian, "iso-8859-2"],
    ["windows-1250", czech, "windows-1250"],
    ["windows-1254", turkish, "windows-1254"],
    ["windows-1252", danish, "windows-1252"],
    ["windows-1252", portuguese, "windows-1252"],
    ["ascii", "model,price\nA4,1\n", "utf-8"],
  ])("detects %s", async (written, text, expected) =>
    expect(await detectEncoding(feed(text, written))).toBe(expected),
  );

  it("is not misled by a file that is valid UTF-8 up to its last line", async () => {
    expect(
      await detectEncoding(
        feed(`model,colour\n${"A4,red\n".repeat(60_000)}A4,weiß\n`, "windows-1252"),
      ),
    ).toBe("windows-1252");
  });
});

describe("detectDelimiter", () => {
  it.each([
    [",", 'model,price,colour\nA4,"1;2;3",red\n'],
    [";", "Modell;Preis;Farbe\nA4;12.345,00;rot\n"],
    ["\t", "model\tprice\tcolour\nA4\t12,345\tred, dark\n"],
    ["|", "model|price|colour\nA4|12,345|red\n"],
    [";", "sep=;\nmodel;price\nA4;1\n"],
  ])("detects %j", async (delimiter, text) =>
    expect((await detectDelimiter(feed(text), "utf-8", new Map()))?.delimiter).toBe(delimiter),
  );

  it("finds none if no header is known", async () =>
    expect(await detectDelimiter(feed("a,b\n1,2\n"), "utf-8", new Map())).toBeNull());
});

describe("readRecords", () => {
  it("numbers rows by the line they start on, for all line endings", async () => {
    expect(await recordsOf('a,b\r\n1,"two\r\nlines"\r\n\r\n3,4\r\n')).toEqual([
      { line: 1, cells: ["a", "b"], broken: null },
      { line: 2, cells: ["1", "two\nlines"], broken: null },
      { line: 5, cells: ["3", "4"], broken: null },
    ]);
    expect((await recordsOf("a,b\r1,2\r")).map(({ line }) => line)).toEqual([1, 2]);
  });

  it("loses no row to an unclosed quotation mark", async () => {
    const records = await recordsOf('a,b\n1,"red\n2,blue\n3,green\n');
    expect(records.map(({ line, broken }) => [line, broken !== null])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, false],
    ]);
    expect(records[2]?.cells).toEqual(["2", "blue"]);
  });

  it("reads quoted delimiters, doubled quotes and inch marks", async () => {
    expect(
      (await recordsOf('"a,1","say ""hi""",19" wheels\n').catch(() => []))[0]?.broken,
    ).not.toBeNull();
    expect((await recordsOf('"a,1","say ""hi"""\n'))[0]?.cells).toEqual(["a,1", 'say "hi"']);
    expect((await recordsOf('a,19" wheels\n'))[0]?.cells).toEqual(["a", '19" wheels']);
  });
});

it("writes each refused row at once, so that a killed run leaves a complete report", async () => {
  const file = path.join(folder, "reports", "cars.csv");
  const report = createReportFile(file, ",", ["model", "price"]);
  await report.add(2, [{ column: "price", reason: "the price is missing" }], ["A4", ""]);
  expect(readFileSync(file, "utf8")).toBe(
    "\uFEFFmarque_line,marque_column,marque_reason,model,price\r\n2,price,the price is missing,A4,\r\n",
  );
  await report.close();
});
