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

/** A feed's file in which some cells are replaced. Missing cells of such rows are added. */
export function withCorrections(feed: Feed, corrections: FeedCorrections): Feed {
  async function* records(): ReturnType<Feed["records"]> {
    for await (const record of feed.records()) {
      const cells = corrections[record.line];
      if (!cells) yield record;
      else
        yield {
          ...record,
          cells: feed.headers.map((_, at) => cells[at] ?? record.cells[at] ?? ""),
        };
    }
  }
  return Object.keys(corrections).length > 0 ? { ...feed, records } : feed;
}
