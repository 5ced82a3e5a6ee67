import { ImportError } from "../import-error.ts";

/**
 * What a feed may contain. Everything that the reader buffers or repeats for untrusted text has its bound here; real feeds
 * stay far below (docs/decisions/0129-limits-of-the-feed-reader.md).
 */
export const readLimits = {
  /** Characters of a cell, a text, a JSON token or a line of a table. Adverts have a few thousand. */
  cell: 1_000_000,
  /** Characters of a row with line breaks inside quotation marks, and its lines. An unclosed one swallows what follows. */
  record: 1_000_000,
  recordLines: 200,
  /** Cells of a row. Excel's widest exports have a few hundred. */
  columns: 2_000,
  /** Rows of a file: the cars of a plan are kept in memory, and the largest dealer groups have 50,000. */
  rows: 200_000,
  /** Characters of a header. Its patterns take the square of that. */
  header: 200,
  /** Steps of a header that is a path ("vehicle/engine/fuel"). Its readings take the square of that. */
  headerSteps: 10,
  /** Words of a header before its unit. */
  headerWords: 12,
  /** Characters that are tried as headers in a workbook, whose header can be in any of the first rows of each sheet. */
  headerText: 1_000_000,
  /** Columns of one fact, such as 100 photos. Prices are compared with each other, and with what explains them. */
  sameFact: 100,
  samePrice: 12,
  priceSigns: 10,
  /** Characters of all image URLs of a car, which are stored with each plan. */
  imageUrls: 10_000,
  /** Elements around each other. */
  xmlLevels: 100,
  jsonLevels: 50,
  /** Attributes of an XML element. A car can be one element. */
  attributes: 1_000,
  /** Different elements and facts of a tree, and the characters of the path of one. */
  paths: 5_000,
  path: 2_000,
  /** Columns that a tree has. */
  facts: 500,
  /** Facts of a list that wait for the name of the list's element. */
  waitingFacts: 1_000,
  /** Sheets of a workbook. */
  sheets: 200,
  /** Lines of a sheet: Excel's own limit. */
  sheetLines: 1_048_576,
  /** Formats of cells: Excel's own limit. */
  styles: 65_536,
  /** Shared texts of a workbook, their characters, and the characters of all cells that repeat them. */
  sharedTexts: 2_000_000,
  sharedText: 50_000_000,
  repeatedText: 200_000_000,
  /** Characters of a cell in which words of damage are looked for. A listing's description has 5,000. */
  textForDamage: 50_000,
  /** Different values that a file's columns are counted by, and kinds of reasons. */
  values: 50_000,
  reasons: 1_000,
  /** Characters of the values that could not be read and of their reasons, which a plan keeps with its columns. */
  unreadText: 500_000,
} as const;

/** @param what the place, "cars.csv, line 4" */
export function beyondLimit(
  what: string,
  limit: number,
  unit: string,
  advice: string,
): ImportError {
  return new ImportError(`${what}: more than ${limit.toLocaleString("en-US")} ${unit}. ${advice}`);
}
