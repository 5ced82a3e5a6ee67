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
  /** No line break follows, as at the end of a file that was cut off. */
  isUnended?: boolean;
};
type Line = { line: number; text: string; isUnended?: boolean };

// An unclosed quote swallows the lines after it. Cells of a car feed have fewer lines than this.
const longestRecordLines = 200;
const longestLine = 1_000_000;

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
  let pending: Line[] = [];
  for await (const lines of readLines(file, encoding))
    for (const line of lines) {
      pending.push(line);
      const record = readRecord(pending, delimiter);
      if (record === "unclosed" && pending.length < longestRecordLines) continue;
      for (const found of recordsIn(record, pending, delimiter)) {
        const kept = keep(found);
        if (kept) yield kept;
      }
      pending = [];
    }
  for (const found of splitUnclosed(pending, delimiter)) {
    const kept = keep(found);
    if (kept) yield kept;
  }
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
      ...(rest[0].isUnended && { isUnended: true }),
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
  const end = lines.at(-1)?.isUnended ? { isUnended: true } : {};
  if (text.trim() === "") return null;
  const plain = text.split(delimiter);
  // In a cell that does not start with one, a quotation mark is an inch mark.
  if (!plain.some((cell) => cell.trimStart().startsWith('"')))
    return { line, cells: plain, broken: null, ...end };
  try {
    const [cells = []]: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      record_delimiter: "\u0001",
    });
    return { line, cells, broken: null, ...end };
  } catch (error) {
    if ((error as CsvError).code === "CSV_QUOTE_NOT_CLOSED") return "unclosed";
    return { line, cells: plain, broken: "quotation marks are misplaced", ...end };
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
      if (text.length > longestLine) yield whole.splice(0);
      if (text.length > longestLine) throw tooLong(file, line);
      whole.push({ line, text });
    }
    yield whole;
    if (rest.length > longestLine) throw tooLong(file, line + 1);
  }
  const last = rest.split(/\r\n|\n|\r/);
  yield last.flatMap((text, at) =>
    text === "" ? [] : { line: ++line, text, ...(at === last.length - 1 && { isUnended: true }) },
  );
}
