import { createReadStream } from "node:fs";
import { parse, type CsvError } from "csv-parse/sync";
import iconv from "iconv-lite";
import type { FeedEncoding } from "./detect-encoding.ts";
import { ImportError } from "./import-error.ts";

/** One row of a feed. `line` is the line of the file (from 1) where it starts: a quoted cell can span several lines. */
export type FeedRecord = {
  line: number;
  cells: string[];
  broken: string | null;
  /** The cells that were numbers, not texts, in a format that tells the two apart. */
  numbers?: ReadonlySet<number>;
};
type Line = { line: number; text: string };

// An unclosed quote swallows the lines after it. Cells of a car feed have fewer lines than this.
const longestRecordLines = 200;
const longestLine = 1_000_000;

/**
 * Streams the rows of a file without its blank lines. A malformed row is returned as `broken`, and the rows after it are
 * read as usual (docs/decisions/0032-own-code-kept.md).
 */
export async function* readRecords(
  file: string,
  encoding: FeedEncoding,
  delimiter: string,
): AsyncGenerator<FeedRecord> {
  let pending: Line[] = [];
  for await (const line of readLines(file, encoding)) {
    pending.push(line);
    const record = readRecord(pending, delimiter);
    if (record === "unclosed" && pending.length < longestRecordLines) continue;
    yield* recordsIn(record, pending, delimiter);
    pending = [];
  }
  yield* splitUnclosed(pending, delimiter);
}

function* recordsIn(
  record: FeedRecord | "unclosed" | null,
  lines: Line[],
  delimiter: string,
): Generator<FeedRecord> {
  // A stray quote can join lines that are separate rows.
  if (record === "unclosed" || (record?.broken && lines.length > 1))
    yield* splitUnclosed(lines, delimiter);
  else if (record) yield record;
}

/** The first line, whose quote is not closed, as a broken row; then the rows of the other lines. */
function* splitUnclosed(lines: Line[], delimiter: string): Generator<FeedRecord> {
  let rest = lines;
  while (rest[0]) {
    yield {
      line: rest[0].line,
      cells: rest[0].text.split(delimiter),
      broken: "a quotation mark is not closed",
    };
    rest = rest.slice(1);
    for (let length = 1; length <= rest.length; length++) {
      const lines = rest.slice(0, length);
      const record = readRecord(lines, delimiter);
      if (record === "unclosed") continue;
      yield* recordsIn(record, lines, delimiter);
      rest = rest.slice(length);
      length = 0;
    }
  }
}

/** The lines as one row; null for a blank one, `"unclosed"` if they end inside a quoted cell. */
function readRecord(lines: Line[], delimiter: string): FeedRecord | "unclosed" | null {
  const text = lines.map((line) => line.text).join("\n");
  const line = lines[0]?.line ?? 0;
  if (text.trim() === "") return null;
  const plain = text.split(delimiter);
  // In a cell that does not start with one, a quotation mark is an inch mark.
  if (!plain.some((cell) => cell.trimStart().startsWith('"')))
    return { line, cells: plain, broken: null };
  try {
    const [cells = []]: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      record_delimiter: "\u0001",
    });
    return { line, cells, broken: null };
  } catch (error) {
    if ((error as CsvError).code === "CSV_QUOTE_NOT_CLOSED") return "unclosed";
    return { line, cells: plain, broken: "quotation marks are misplaced" };
  }
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

/** Streams a file's lines, which may end with CRLF, LF or CR. */
export async function* readLines(file: string, encoding: FeedEncoding): AsyncGenerator<Line> {
  let rest = "";
  let line = 0;
  for await (const chunk of readText(file, encoding)) {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line++;
      if (text.length > longestLine) throw tooLong(file, line);
      yield { line, text };
    }
    if (rest.length > longestLine) throw tooLong(file, line + 1);
  }
  for (const text of rest.split(/\r\n|\n|\r/)) if (text !== "") yield { line: ++line, text };
}
