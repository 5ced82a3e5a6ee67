import type { FeedEncoding } from "./detect-encoding.ts";
import { mapHeaders, type HeaderMap } from "./map-headers.ts";
import { readLines, readRecords } from "./read-records.ts";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
const sampleRows = 40;

export type FeedHeader = { delimiter: Delimiter; headers: string[]; headerLine: number };

/**
 * The delimiter under which the first row reads best as headers: most known columns, then most rows of the same width.
 * Null where under none of them a single header is known. Excel's "sep=;" line is heeded.
 */
export async function detectDelimiter(
  file: string,
  encoding: FeedEncoding,
  own: HeaderMap,
): Promise<FeedHeader | null> {
  let best: { header: FeedHeader; score: number } | null = null;
  const stated = await statedDelimiter(file, encoding);
  for (const delimiter of stated ? [stated] : delimiters) {
    const records = [];
    for await (const record of readRecords(file, encoding, delimiter)) {
      if (/^sep=/i.test(record.cells[0] ?? "")) continue;
      if (records.push(record) > sampleRows) break;
    }
    const [head, ...rows] = records;
    if (!head) continue;
    const known = mapHeaders(head.cells, own).length;
    const even =
      rows.filter(({ cells }) => cells.length === head.cells.length).length /
      Math.max(rows.length, 1);
    const score = known === 0 ? 0 : known + even;
    if (score > (best?.score ?? 0))
      best = { header: { delimiter, headers: head.cells, headerLine: head.line }, score };
  }
  return best?.header ?? null;
}

async function statedDelimiter(file: string, encoding: FeedEncoding): Promise<Delimiter | null> {
  for await (const { text } of readLines(file, encoding)) {
    const mark = /^"?sep=(.)"?$/i.exec(text)?.[1];
    return delimiters.find((delimiter) => delimiter === mark) ?? null;
  }
  return null;
}
