import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP archive of files, made by hand. `statedSize` lies about the unpacked size of every file. */
export function zipOf(files: Record<string, string | Buffer>, statedSize?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content as string);
    const packed = deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(statedSize ?? data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002"),
        Buffer.from([20, 0]),
        common,
        tail,
        Buffer.from(name),
      ]),
    );
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from("PK\u0005\u0006"), end]);
}

type Cell = string | number | { number: number; style: number } | null;

type Rows = readonly (readonly Cell[])[];

/**
 * An XLSX workbook with a sheet named "Cars", and others by their names. Style 1 is a date, style 2 euros, style 3 a
 * number with thousands, style 4 kilometers, style 5 a number that is red below zero. Texts are shared strings, as
 * Excel writes them.
 */
export function workbookOf(cars: Rows, others: Record<string, Rows> = {}): Buffer {
  const strings: string[] = [];
  const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const cell = (value: Cell, column: number, row: number) => {
    if (value === null) return "";
    const reference = `r="${String.fromCodePoint(65 + column)}${row}"`;
    if (typeof value === "string")
      return `<c ${reference} t="s"><v>${strings.push(value) - 1}</v></c>`;
    if (typeof value === "number") return `<c ${reference}><v>${value}</v></c>`;
    return `<c ${reference} s="${value.style}"><v>${value.number}</v></c>`;
  };
  const rowOf = (cells: readonly Cell[], index: number) =>
    `<row r="${index + 1}">${cells.map((value, column) => cell(value, column, index + 1)).join("")}</row>`;
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const sheets = Object.entries({ Cars: cars, ...others }).map(([name, rows], at) => ({
    name: `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
    relation: `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
    part: `xl/worksheets/sheet${at + 1}.xml`,
    content: `<worksheet xmlns="${main}"><sheetData>${rows.map(rowOf).join("")}</sheetData></worksheet>`,
  }));
  return zipOf({
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${sheets.map(({ name }) => name).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${sheets.map(({ relation }) => relation).join("")}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="165" formatCode="#,##0&quot; km&quot;"/><numFmt numFmtId="166" formatCode="0.00;[Red]\\-0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="3"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${main}">${strings.map((text) => `<si><t>${escape(text)}</t></si>`).join("")}</sst>`,
    ...Object.fromEntries(sheets.map(({ part, content }) => [part, content])),
  });
}
