import { gzipSync } from "node:zlib";
import { workbookOf, zipOf } from "./zip-of.ts";

/** A car of a feed by its headers, for example `{ Make: "BMW" }`. */
export type FeedRow = Record<string, string>;

const csvOf = (headers: readonly string[], rows: readonly FeedRow[]) =>
  [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ""))]
    .map((cells) => `${cells.join(",")}\n`)
    .join("");

const escape = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const nameOf = (header: string) => header.toLowerCase().replace(/\W+/g, "_");
const objectOf = (row: FeedRow) =>
  Object.fromEntries(Object.entries(row).map(([header, text]) => [nameOf(header), text]));

const xmlOf = (rows: readonly FeedRow[]) => {
  const carOf = (row: FeedRow) =>
    Object.entries(objectOf(row)).map(([name, text]) => `<${name}>${escape(text)}</${name}>`);
  const cars = rows.map((row) => `<car>${carOf(row).join("")}</car>\n`);
  return `<?xml version="1.0"?>\n<stock>\n${cars.join("")}</stock>\n`;
};

const cellOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : text === "" ? null : text);

/** How the same rows are written in each format, by the ending of the file's name. */
export const feedFormats = {
  csv: (headers, rows) => Buffer.from(csvOf(headers, rows)),
  xlsx: (headers, rows) =>
    workbookOf([headers, ...rows.map((row) => headers.map((header) => cellOf(row[header] ?? "")))]),
  xml: (_, rows) => Buffer.from(xmlOf(rows)),
  json: (_, rows) => Buffer.from(JSON.stringify({ cars: rows.map(objectOf) }, null, 1)),
  jsonl: (_, rows) => Buffer.from(rows.map((row) => `${JSON.stringify(objectOf(row))}\n`).join("")),
  "csv.gz": (headers, rows) => gzipSync(csvOf(headers, rows)),
  zip: (headers, rows) => zipOf({ "cars.csv": csvOf(headers, rows) }),
} satisfies Record<string, (headers: readonly string[], rows: readonly FeedRow[]) => Buffer>;
export type FeedFormat = keyof typeof feedFormats;
