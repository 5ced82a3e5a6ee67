import { AppError } from "#shared/errors/app-error.ts";
import { feedCorrections, type FeedCorrections } from "#shared/feeds/feed-contract.ts";
import type { Feed } from "#server/imports/public.ts";

/** The corrections of an upload's query. @throws AppError invalid_input */
export function readCorrections(json: string): FeedCorrections {
  const message = 'corrections must be JSON such as {"401":{"2":"17000"}}.';
  const refused = new AppError("invalid_input", { message, fields: { corrections: message } });
  try {
    const read = feedCorrections.safeParse(JSON.parse(json));
    if (read.success) return read.data;
  } catch {
    throw refused;
  }
  throw refused;
}

/**
 * A feed's file in which some cells are replaced. Missing cells of such rows are added, and `wasShort` tells which rows
 * lacked some, once they are read: a last row that did can still mean that the rest of the file is missing.
 */
export function withCorrections(
  feed: Feed,
  corrections: FeedCorrections,
): { feed: Feed; wasShort: (line: number) => boolean } {
  const short = new Set<number>();
  async function* records(): ReturnType<Feed["records"]> {
    for await (const record of feed.records()) {
      const cells = corrections[record.line];
      if (!cells) {
        yield record;
        continue;
      }
      if (record.cells.length < feed.headers.length) short.add(record.line);
      const corrected = feed.headers.map((_, at) => cells[at] ?? record.cells[at] ?? "");
      yield { ...record, cells: corrected };
    }
  }
  const isCorrected = Object.keys(corrections).length > 0;
  return { feed: isCorrected ? { ...feed, records } : feed, wasShort: (line) => short.has(line) };
}
