import { createReadStream } from "node:fs";
import { parse } from "csv-parse/sync";
import iconv from "iconv-lite";
import type { FeedEncoding } from "./detect-encoding.ts";

/** One row of a feed. `line` is the file's line (from 1) on which it begins: a quoted cell may span several. */
export type FeedRecord = { line: number; cells: string[]; broken: string | null };
type Line = { line: number; text: string };

// A quote that was never closed swallows what follows it; no cell of a car feed has more lines than this.
const longestRecordLines = 200;
const longestLine = 1_000_000;

/** Streams the rows of a file, blank lines left out. A row that is no CSV comes as `broken` and costs no other row. */
export async function* readRecords(
  file: string,
  encoding: FeedEncoding,
  delimiter: string,
): AsyncGenerator<FeedRecord> {
  let pending: Line[] = [];
  for await (const line of readLines(file, encoding)) {
    pending.push(line);
    const open = hasOpenQuote(pending.map(({ text }) => text).join("\n"), delimiter);
    if (open && pending.length < longestRecordLines) continue;
    yield* open ? breakApart(pending, delimiter) : toRecords(pending, delimiter);
    pending = [];
  }
  yield* breakApart(pending, delimiter);
}

// The quote that opened on the first line belongs to a broken row; the lines behind it are read as if it had not been.
function* breakApart(lines: Line[], delimiter: string): Generator<FeedRecord> {
  let rest = lines;
  while (rest[0]) {
    yield {
      line: rest[0].line,
      cells: rest[0].text.split(delimiter),
      broken: "a quotation mark is opened and never closed",
    };
    rest = rest.slice(1);
    while (rest[0]) {
      const length =
        rest.findIndex(
          (_, index) =>
            !hasOpenQuote(
              rest
                .slice(0, index + 1)
                .map(({ text }) => text)
                .join("\n"),
              delimiter,
            ),
        ) + 1;
      if (length === 0) break;
      yield* toRecords(rest.slice(0, length), delimiter);
      rest = rest.slice(length);
    }
  }
}

function* toRecords(lines: Line[], delimiter: string): Generator<FeedRecord> {
  const record = toRecord(lines, delimiter);
  // A stray quote can join lines that are rows of their own.
  if (record?.broken && lines.length > 1) yield* breakApart(lines, delimiter);
  else if (record) yield record;
}

function toRecord(lines: Line[], delimiter: string): FeedRecord | null {
  const text = lines.map((line) => line.text).join("\n");
  const line = lines[0]?.line ?? 0;
  if (text.trim() === "") return null;
  // A quotation mark within a cell that does not begin with one is an inch mark.
  if (!text.split(delimiter).some((cell) => cell.trimStart().startsWith('"')))
    return { line, cells: text.split(delimiter), broken: null };
  try {
    const [cells = []]: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      record_delimiter: "\u0001",
      relax_quotes: false,
    });
    return { line, cells, broken: null };
  } catch {
    return { line, cells: text.split(delimiter), broken: "quotation marks are misplaced" };
  }
}

/** Whether the text ends inside a quoted cell. A quote opens only at the beginning of a cell (an inch mark does not). */
function hasOpenQuote(text: string, delimiter: string): boolean {
  // A quotation mark within a cell that does not begin with one is an inch mark.
  if (!text.split(delimiter).some((cell) => cell.trimStart().startsWith('"'))) return false;
  let open = false;
  let atStart = true;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (open) {
      if (character !== '"') continue;
      if (text[index + 1] === '"') index++;
      else open = false;
    } else if (character === '"' && atStart) {
      open = true;
      atStart = false;
    } else atStart = character === delimiter || character === "\n";
  }
  return open;
}

/** Streams a file's lines, whichever of CRLF, LF and CR ends them. */
export async function* readLines(file: string, encoding: FeedEncoding): AsyncGenerator<Line> {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  let rest = "";
  let line = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > longestLine)
      throw new RangeError("a line is longer than a million characters");
    for (const text of lines) yield { line: ++line, text };
  }
  rest += decoder.end() ?? "";
  for (const text of rest.split(/\r\n|\n|\r/)) if (text !== "") yield { line: ++line, text };
}
