import type { Readable } from "node:stream";
import sax from "sax";
import { currenciesOf } from "../facts/prices/currency-words.ts";
import { numberText } from "./feed-tree.ts";
import { ImportError } from "../import-error.ts";
import { distanceUnitOf } from "../facts/read-mileage.ts";
import { beyondLimit, readLimits } from "./read-limits.ts";
import type { FeedRecord } from "./read-records.ts";
import { openZip, type ZipEntry } from "./zip-file.ts";

const millisecondsPerDay = 86_400_000;

/** An XLSX workbook: the names of its sheets, and the rows of each. The caller closes it. */
export type Workbook = {
  sheets: string[];
  rows(sheet: string): AsyncGenerator<FeedRecord>;
  close(): void;
};

/** What a cell's style says: a date, or the currency or unit of distance of its number format. */
type Style = { isDate: boolean; unit: string | null };

/** @throws ImportError if the file is not a workbook */
export async function openWorkbook(file: string): Promise<Workbook> {
  const zip = await openZip(file);
  const part = (name: string) =>
    zip.entries.find((entry) => entry.name.replace(/^\//, "") === name) ?? null;
  try {
    const sheets = await readSheets(file, part);
    const strings = await readSharedStrings(file, part("xl/sharedStrings.xml"));
    const styles = await readStyles(file, part("xl/styles.xml"));
    return {
      sheets: [...sheets.names.keys()],
      rows: (sheet) => {
        const entry = part(sheets.names.get(sheet) ?? "");
        if (!entry) throw new ImportError(`${file}: the sheet ${sheet} is missing.`);
        return readSheet(file, entry, { strings, styles, from1904: sheets.from1904 });
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readSheets(file: string, part: (name: string) => ZipEntry | null) {
  const targets = new Map<string, string>();
  const names = new Map<string, string>();
  const read = new Set<string>();
  let from1904 = false;
  await parsePart(file, part("xl/_rels/workbook.xml.rels"), {
    open(name, { Id, Target }) {
      if (name === "Relationship" && Id && Target)
        targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
    },
  });
  await parsePart(file, part("xl/workbook.xml"), {
    open(name, attributes) {
      if (name === "workbookPr") from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? "");
      const target = targets.get(attributes["r:id"] ?? attributes.id ?? "");
      if (name !== "sheet" || !target || !attributes.name || read.has(target)) return;
      // A sheet that is named again is the same sheet.
      read.add(target);
      names.set(attributes.name, target);
      if (names.size > readLimits.sheets)
        throw beyondLimit(
          file,
          readLimits.sheets,
          "sheets",
          "Save the sheets of cars for sale as a workbook of their own.",
        );
    },
  });
  return { names, from1904 };
}

const asCsv = "Save the sheet of the cars as CSV.";

/** A text of a workbook, which comes in pieces. */
function joined(file: string, before: string, value: string): string {
  if (before.length + value.length > readLimits.cell)
    throw beyondLimit(file, readLimits.cell, "characters in one cell", "Shorten the text.");
  return before + value;
}

async function readSharedStrings(file: string, entry: ZipEntry | null): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let size = 0;
  // Phonetic spellings of Asian texts are not part of the text.
  let phonetic = false;
  let inText = false;
  await parsePart(file, entry, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") phonetic = true;
      inText = name === "t";
    },
    text(value) {
      if (inText && !phonetic) text = joined(file, text, value);
    },
    close(name) {
      if (name === "rPh") phonetic = false;
      if (name === "t") inText = false;
      if (name !== "si") return;
      size += text.length;
      if (size > readLimits.sharedText)
        throw beyondLimit(file, readLimits.sharedText, "characters of text", asCsv);
      if (strings.push(text) > readLimits.sharedTexts)
        throw beyondLimit(file, readLimits.sharedTexts, "different texts", asCsv);
    },
  });
  return strings;
}

async function readStyles(file: string, entry: ZipEntry | null): Promise<Style[]> {
  const formats = new Map<number, string>();
  const styles: Style[] = [];
  const byFormat = new Map<number, Style>();
  let inCells = false;
  await parsePart(file, entry, {
    open(name, { numFmtId, formatCode }) {
      if (name === "numFmt" && numFmtId) formats.set(Number(numFmtId), formatCode ?? "");
      if (Math.max(formats.size, styles.length) > readLimits.styles)
        throw beyondLimit(file, readLimits.styles, "formats of cells", asCsv);
      if (name === "cellXfs") inCells = true;
      if (name !== "xf" || !inCells) return;
      const id = Number(numFmtId ?? 0);
      const style = byFormat.get(id) ?? styleOf(id, formats);
      byFormat.set(id, style);
      styles.push(style);
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}

// Excel's own limit
const longestFormat = 255;

function styleOf(id: number, formats: ReadonlyMap<number, string>): Style {
  const code = (formats.get(id) ?? "").slice(0, longestFormat);
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  const isDate =
    (id >= 14 && id <= 22) ||
    (id >= 45 && id <= 47) ||
    (/[ymd]/i.test(bare) && !/^(?:general|standard)/i.test(bare));
  const quoted = [...code.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text.trim());
  const unit =
    /\[\$([^\]-]+)[^\]]*\]/.exec(code)?.[1] ??
    quoted.find((word) => currenciesOf(word).length > 0 || distanceUnitOf(word) !== null) ??
    /[€£$]|zł/.exec(bare)?.[0];
  return { isDate, unit: isDate ? null : (unit?.trim() ?? null) };
}

type Context = { strings: string[]; styles: Style[]; from1904: boolean };

async function* readSheet(
  file: string,
  entry: ZipEntry,
  context: Context,
): AsyncGenerator<FeedRecord> {
  const done: FeedRecord[] = [];
  let line = 0;
  let row: { cells: string[]; numbers: Set<number> } = { cells: [], numbers: new Set() };
  let cell = { column: -1, type: "n", style: 0, text: "" };
  let inValue = false;
  let characters = 0;
  const walk = parseEntry(file, entry, {
    open(name, attributes) {
      if (name === "row") {
        // Lines only go on, because they name the rows.
        const stated = Number(attributes.r);
        line = Number.isInteger(stated) && stated > line ? stated : line + 1;
        if (line > readLimits.sheetLines)
          throw beyondLimit(`${file}, ${entry.name}`, readLimits.sheetLines, "lines", asCsv);
        row = { cells: [], numbers: new Set() };
        cell.column = -1;
      } else if (name === "c") {
        const column = attributes.r ? columnOf(attributes.r) : cell.column + 1;
        if (column >= readLimits.columns)
          throw beyondLimit(
            `${file}, line ${line}`,
            readLimits.columns,
            "columns",
            "Delete those that are not about cars.",
          );
        cell = { column, type: attributes.t ?? "n", style: Number(attributes.s ?? 0), text: "" };
      } else inValue = name === "v" || name === "t";
    },
    text(value) {
      if (inValue) cell.text = joined(file, cell.text, value);
    },
    close(name) {
      if (name === "v" || name === "t") inValue = false;
      if (name === "c") {
        while (row.cells.length <= cell.column) row.cells.push("");
        const { text, isNumber } = valueOf(cell, context);
        row.cells[cell.column] = text;
        characters += text.length;
        if (characters > readLimits.repeatedText)
          throw beyondLimit(file, readLimits.repeatedText, "characters in its cells", asCsv);
        if (isNumber) row.numbers.add(cell.column);
      }
      if (name === "row" && row.cells.some((text) => text.trim() !== ""))
        done.push({ line, cells: row.cells, broken: null, numbers: row.numbers });
    },
  });
  for await (const _ of walk) yield* done.splice(0);
  yield* done;
}

function valueOf(
  { type, style, text }: { type: string; style: number; text: string },
  { strings, styles, from1904 }: Context,
): { text: string; isNumber: boolean } {
  if (type === "s") return { text: strings[Number(text)] ?? "", isNumber: false };
  if (type === "b") return { text: text === "1" ? "true" : "false", isNumber: false };
  if (type !== "n" || text === "") return { text, isNumber: false };
  const number = Number(text);
  if (!Number.isFinite(number)) return { text, isNumber: false };
  const { isDate = false, unit = null } = styles[style] ?? {};
  if (isDate) return { text: dateText(number, from1904), isNumber: false };
  const plain = numberText(number);
  return { text: unit ? `${plain} ${unit}` : plain, isNumber: true };
}

// Excel counts days from the end of 1899, or from 1904 on old Macintoshes.
function dateText(days: number, from1904: boolean): string {
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(start + Math.floor(days) * millisecondsPerDay);
  return Number.isNaN(date.getTime()) ? String(days) : date.toISOString().slice(0, 10);
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? "A")
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

type PartHandler = {
  open(name: string, attributes: Record<string, string | undefined>): void;
  text?(text: string): void;
  close?(name: string): void;
};

async function parsePart(file: string, entry: ZipEntry | null, handler: PartHandler) {
  if (entry) for await (const _ of parseEntry(file, entry, handler));
}

async function* parseEntry(
  file: string,
  entry: ZipEntry,
  handler: PartHandler,
): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: false });
  const refuse = (): never => {
    throw new ImportError(`${file}: ${entry.name} in the workbook cannot be read.`);
  };
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.onerror = refuse;
  parser.ondoctype = refuse;
  parser.onopentag = ({ name, attributes }) =>
    handler.open(local(name), attributes as Record<string, string>);
  parser.ontext = (text) => handler.text?.(text);
  parser.oncdata = parser.ontext;
  parser.onclosetag = (name) => handler.close?.(local(name));
  const decoder = new TextDecoder("utf-8");
  let stream: Readable | null = null;
  try {
    stream = await entry.read();
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.close();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    refuse();
  } finally {
    stream?.destroy();
  }
  yield;
}
