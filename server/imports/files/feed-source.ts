import { chooseSheets, type ChosenSheets } from "./choose-sheets.ts";
import { detectDelimiter, type Delimiter } from "./detect-delimiter.ts";
import { detectEncoding } from "./detect-encoding.ts";
import type { FeedOptions } from "../feed-context.ts";
import { findShape, readTreeRecords } from "./feed-tree.ts";
import { ImportError } from "../import-error.ts";
import { parseJson } from "./parse-json.ts";
import { parseXml } from "./parse-xml.ts";
import { beyondLimit, readLimits } from "./read-limits.ts";
import { readRecords, type FeedRecord } from "./read-records.ts";
import { openWorkbook } from "./read-workbook.ts";
import { firstBytes } from "./unpack-feeds.ts";

/** A file as a table: its headers and rows, whatever its format. */
export type FeedSource = {
  /** For the operator, such as "utf-8, semicolon" or "XML, inventory/vehicle". */
  format: string;
  encoding: string | null;
  /** Null for formats without one. */
  delimiter: Delimiter | null;
  headers: string[];
  /** Sheets of a workbook that seem to have cars and are not read, with the reason. */
  unread?: readonly string[];
  records(): AsyncGenerator<FeedRecord>;
};

/** A source without the rows after the first ones. Reading more than a feed can have is an ImportError. */
export function withFirstRows(file: string, source: FeedSource, most: number): FeedSource {
  async function* records(): AsyncGenerator<FeedRecord> {
    let rows = 0;
    for await (const record of source.records()) {
      if (rows === readLimits.rows)
        throw beyondLimit(file, readLimits.rows, "rows", "Split the file into several feeds.");
      yield record;
      if (++rows === most) return;
    }
  }
  return { ...source, records };
}

type Names = Pick<FeedOptions, "headerMap" | "symbols">;

const delimiterNames = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

/** @throws ImportError if the format is not supported or no known header is found */
export async function openSource(file: string, options: Names): Promise<FeedSource> {
  const start = firstBytes(file, 4_000);
  if (start.subarray(0, 2).toString("latin1") === "PK") return openSheets(file, options);
  if (start.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw new ImportError(`${file}: an old Excel workbook (.xls). Save it as .xlsx or CSV.`);
  const text = start.toString("latin1").replaceAll("\0", "");
  const sign = /^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)?\s*([<[{])\s*(.?)/s.exec(text);
  if (sign?.[1] === "<") return openTree(file, "XML", options);
  // A CSV header can begin with a bracket, but not with one that a JSON value follows.
  if (sign && /["{[\]}]/.test(sign[2] ?? "")) return openTree(file, "JSON", options);
  return openTable(file, options);
}

async function openTable(file: string, options: Names): Promise<FeedSource> {
  const encoding = await detectEncoding(file);
  const header = await detectDelimiter(file, encoding, options.headerMap);
  if (!header)
    throw new ImportError(
      `${file}: the first row has no known header. Add headers, or name them with --map.`,
    );
  const { delimiter, headers, headerLine } = header;
  return {
    format: `${encoding}, ${delimiterNames[delimiter]}`,
    encoding,
    delimiter,
    headers,
    records: () =>
      readRecords(file, encoding, delimiter, (record) =>
        record.line > headerLine ? withoutSurplus(record, headers.length) : null,
      ),
  };
}

async function openTree(file: string, format: "XML" | "JSON", options: Names): Promise<FeedSource> {
  const parse = format === "XML" ? parseXml : parseJson;
  const shape = await findShape(file, parse, options.headerMap);
  if (!shape)
    throw new ImportError(`${file}: no element has a known name. Name its paths with --map.`);
  return {
    format: `${format}, ${shape.recordPath}`,
    encoding: null,
    delimiter: null,
    headers: shape.headers,
    records: () => readTreeRecords(file, parse, shape),
  };
}

async function openSheets(file: string, options: Names): Promise<FeedSource> {
  const workbook = await openWorkbook(file);
  try {
    const chosen = await chooseSheets(file, workbook, options.headerMap);
    if (!chosen)
      throw new ImportError(`${file}: no sheet has known headers. Name them with --map.`);
    const { headers, sheets, unread } = chosen;
    const names = sheets.map(({ name }) => name).join(", ");
    return {
      format: `XLSX, ${sheets.length === 1 ? "sheet" : "sheets"} ${names}`,
      encoding: null,
      delimiter: null,
      headers,
      unread,
      records: () => rowsOfSheets(file, chosen),
    };
  } finally {
    workbook.close();
  }
}

/** The rows of the sheets, one after the other. The lines of each are counted on from those of the sheet before. */
async function* rowsOfSheets(
  file: string,
  { headers, sheets }: ChosenSheets,
): AsyncGenerator<FeedRecord> {
  const width = headers.length;
  const workbook = await openWorkbook(file);
  let linesBefore = 0;
  try {
    for (const { name, headerLine } of sheets) {
      let last = headerLine;
      for await (const record of workbook.rows(name)) {
        if (record.line <= headerLine) continue;
        last = record.line;
        // Empty cells at the end of a row are not written.
        while (record.cells.length < width) record.cells.push("");
        yield withoutSurplus({ ...record, line: linesBefore + record.line }, width);
      }
      linesBefore += last;
    }
  } finally {
    workbook.close();
  }
}

/** Rows that end with a delimiter have an extra empty cell. */
function withoutSurplus(record: FeedRecord, width: number): FeedRecord {
  if (record.cells.length <= width) return record;
  const isEmpty = record.cells.slice(width).every((cell) => cell.trim() === "");
  return isEmpty ? { ...record, cells: record.cells.slice(0, width) } : record;
}
