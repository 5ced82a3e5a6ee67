import { createReadStream } from "node:fs";
import { parse } from "csv-parse/sync";
import iconv from "iconv-lite";
import type { FeedEncoding } from "./detect-encoding.ts";
import { ImportError } from "../import-error.ts";
import { readLimits } from "./read-limits.ts";

/** One row of a feed. `line` is the line of the file (from 1) where it starts: a quoted cell can span several lines. */
export type FeedRecord = {
  line: number;
  cells: string[];
  broken: string | null;
  /** The cells that were numbers, not texts, in a format that tells the two apart. */
  numbers?: ReadonlySet<number>;
  /** No line break follows, as at the end of a file that was cut off. */
  isUnended?: boolean;
};
type Line = { line: number; text: string; isUnended?: boolean };

/**
 * Streams the rows of a file without its blank lines. A malformed row is returned as `broken`, and the rows after it are
 * read as usual (docs/decisions/0032-own-code-kept.md).
 * @param keep changes a row, or leaves it out
 */
export async function* readRecords(
  file: string,
  encoding: FeedEncoding,
  delimiter: string,
  keep: (record: FeedRecord) => FeedRecord | null = (record) => record,
): AsyncGenerator<FeedRecord> {
  const reader = createRecordReader(delimiter);
  for await (const lines of readLines(file, encoding))
    for (const line of lines)
      for (const record of reader.add(line)) {
        const reduced = keep(record);
        if (reduced) yield reduced;
      }
  for (const record of reader.end()) {
    const reduced = keep(record);
    if (reduced) yield reduced;
  }
}

/**
 * Puts lines together to rows. Each line is looked at a few times at most, however many quotation marks stay open: only
 * a line with an odd number of them opens or closes a row.
 */
function createRecordReader(delimiter: string) {
  let pending: Line[] = [];
  let characters = 0;
  let quotes = createQuoteReader(delimiter);

  function* add(line: Line): Generator<FeedRecord> {
    pending.push(line);
    characters += line.text.length;
    const state = quotes.read(line.text, pending.length === 1);
    const isTooLong = pending.length >= readLimits.recordLines || characters > readLimits.record;
    if (state === "open" && !isTooLong) return;
    const lines = pending;
    reset();
    // A stray quote can join lines that are separate rows.
    if (state === "open" || (state === "misplaced" && lines.length > 1))
      yield* splitUnclosed(lines, delimiter);
    else {
      const record = readRecord(lines, delimiter, state);
      if (record) yield record;
    }
  }
  function reset() {
    pending = [];
    characters = 0;
    quotes = createQuoteReader(delimiter);
  }
  function* end(): Generator<FeedRecord> {
    const lines = pending;
    reset();
    yield* splitUnclosed(lines, delimiter);
  }
  return { add, end };
}

/** The first line, whose quote is not closed, as a broken row; then the rows of the other lines. */
function* splitUnclosed(lines: Line[], delimiter: string): Generator<FeedRecord> {
  const [first, ...others] = lines;
  if (!first) return;
  yield {
    line: first.line,
    cells: cellsOf(first.text, delimiter),
    broken: "a quotation mark is not closed",
    ...(first.isUnended && { isUnended: true }),
  };
  const reader = createRecordReader(delimiter);
  for (const line of others) yield* reader.add(line);
  yield* reader.end();
}

type QuoteState = "plain" | "closed" | "open" | "misplaced";

/** Follows quotation marks through the lines of a row, as csv-parse does. */
function createQuoteReader(delimiter: string) {
  let isOpen = false;
  const isEnd = (character: string | undefined) =>
    character === undefined || character === delimiter || character === recordEnd;

  /** The state at the end of a line. */
  function read(text: string, isFirst: boolean): QuoteState {
    // In a cell that does not start with one, a quotation mark is an inch mark.
    if (isFirst && !startsQuoted(text, delimiter)) return "plain";
    let at = text.indexOf('"');
    while (at >= 0) {
      if (!isOpen) {
        if (at > 0 && !isEnd(text[at - 1])) return "misplaced";
        isOpen = true;
      } else if (text[at + 1] === '"') at++;
      else if (isEnd(text[at + 1])) isOpen = false;
      else return "misplaced";
      at = text.indexOf('"', at + 1);
    }
    return isOpen ? "open" : "closed";
  }
  return { read };
}

/** Whether a cell begins with a quotation mark. */
function startsQuoted(text: string, delimiter: string): boolean {
  if (!text.includes('"')) return false;
  return text.split(delimiter).some((cell) => cell.trimStart().startsWith('"'));
}

const recordEnd = "\u0001";

/** A row of lines; null for a blank one. */
function readRecord(lines: Line[], delimiter: string, state: QuoteState): FeedRecord | null {
  const text = lines.map((line) => line.text).join("\n");
  const line = lines[0]?.line ?? 0;
  const end = lines.at(-1)?.isUnended ? { isUnended: true } : {};
  if (text.trim() === "") return null;
  if (state === "plain") return { line, ...bounded(cellsOf(text, delimiter)), ...end };
  try {
    const [cells = []]: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      record_delimiter: recordEnd,
    });
    return { line, ...bounded(cells), ...end };
  } catch {
    const cells = cellsOf(text, delimiter);
    return { line, cells, broken: "quotation marks are misplaced", ...end };
  }
}

/** The cells of a line without quotation marks, and one more than a row can have. */
const cellsOf = (text: string, delimiter: string) => text.split(delimiter, readLimits.columns + 1);

function bounded(cells: string[]): Pick<FeedRecord, "cells" | "broken"> {
  if (cells.length <= readLimits.columns) return { cells, broken: null };
  const broken = `the row has more than ${readLimits.columns} cells`;
  return { cells: cells.slice(0, readLimits.columns + 1), broken };
}

/** Streams a file's text in pieces. */
export async function* readText(file: string, encoding: FeedEncoding): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    yield decoder.write(chunk);
  yield decoder.end() ?? "";
}

const tooLong = (file: string, line: number) =>
  new ImportError(`${file}, line ${line}: longer than a million characters.`);

/** Streams a file's lines, which may end with CRLF, LF or CR, many at once: one by one, the waiting takes the most time. */
export async function* readLines(file: string, encoding: FeedEncoding): AsyncGenerator<Line[]> {
  let rest = "";
  let line = 0;
  for await (const chunk of readText(file, encoding)) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    const whole: Line[] = [];
    for (const text of lines) {
      line++;
      // The lines before it are read first, as they may explain it.
      if (text.length > readLimits.cell) yield whole.splice(0);
      if (text.length > readLimits.cell) throw tooLong(file, line);
      whole.push({ line, text });
    }
    yield whole;
    if (rest.length > readLimits.cell) throw tooLong(file, line + 1);
  }
  const last = rest.split(/\r\n|\n|\r/);
  yield last.flatMap((text, at) =>
    text === "" ? [] : { line: ++line, text, ...(at === last.length - 1 && { isUnended: true }) },
  );
}
