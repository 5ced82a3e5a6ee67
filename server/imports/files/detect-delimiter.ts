import type { FeedEncoding } from "./detect-encoding.ts";
import type { HeaderMap } from "../feed-context.ts";
import { mapHeaders } from "../headers/map-headers.ts";
import { beyondLimit, readLimits } from "./read-limits.ts";
import { readLines, readRecords } from "./read-records.ts";

const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
const sampleRows = 40;

export type FeedHeader = { delimiter: Delimiter; headers: string[]; headerLine: number };

/**
 * The delimiter with the most recognized headers in the first row, then with the most rows as wide as the header. Null
 * if no delimiter gives a recognized header. Follows Excel's "sep=;" line.
 */
export async function detectDelimiter(
  file: string,
  encoding: FeedEncoding,
  own: HeaderMap,
): Promise<FeedHeader | null> {
  let best: { header: FeedHeader; score: number } | null = null;
  let isTooWide = false;
  const stated = await statedDelimiter(file, encoding);
  for (const delimiter of stated ? [stated] : delimiters) {
    const records = [];
    for await (const record of readRecords(file, encoding, delimiter)) {
      if (/^sep=/i.test(record.cells[0] ?? "")) continue;
      if (records.push(record) > sampleRows) break;
    }
    const [head, ...rows] = records;
    if (!head) continue;
    if (head.cells.length > readLimits.columns) {
      isTooWide = true;
      continue;
    }
    const knownColumns = mapHeaders(head.cells, own).length;
    const evenShare =
      rows.filter(({ cells }) => cells.length === head.cells.length).length /
      Math.max(rows.length, 1);
    const score = knownColumns === 0 ? 0 : knownColumns + evenShare;
    if (score > (best?.score ?? 0))
      best = { header: { delimiter, headers: head.cells, headerLine: head.line }, score };
  }
  if (!best && isTooWide)
    throw beyondLimit(
      file,
      readLimits.columns,
      "columns in the first row",
      "Leave out those that are not about cars.",
    );
  return best?.header ?? null;
}

async function statedDelimiter(file: string, encoding: FeedEncoding): Promise<Delimiter | null> {
  for await (const [first] of readLines(file, encoding)) {
    if (!first) continue;
    const { text } = first;
    const mark = /^"?sep=(.)"?$/i.exec(text)?.[1];
    return delimiters.find((delimiter) => delimiter === mark) ?? null;
  }
  return null;
}
