import { AppError } from "#shared/errors/app-error.ts";
import { feedCorrections, type FeedCorrections } from "#shared/feeds/feed-contract.ts";
import { ImportError, type Feed } from "#server/imports/public-reading.ts";
import { parseSmallJson } from "#server/platform/http/parse-json.ts";
import { isBeginningOf } from "./cut-cells.ts";

/** The corrections of an upload. @throws AppError invalid_input */
export function readCorrections(json: string): FeedCorrections {
  const read = feedCorrections.safeParse(parseSmallJson(json, "corrections"));
  if (read.success) return read.data;
  const tooLong = read.error.issues.find(({ code }) => code === "too_big");
  throw refused(
    tooLong
      ? `Line ${String(tooLong.path[0])}: ${tooLong.message}`
      : 'corrections must be JSON such as {"401":{"2":"17000"}}.',
  );
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { corrections: message } });
}

/**
 * A feed's file in which some cells are replaced, and missing cells of those rows are added. Once the rows are read,
 * `wasShort` tells which of them lacked cells: if the last row did, the rest of the file may still be missing.
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
      const cut = Object.keys(cells).find((at) =>
        isBeginningOf(cells[at] ?? "", record.cells[Number(at)] ?? ""),
      );
      // The cell was shown cut off. Written back, the part would replace the whole.
      if (cut !== undefined)
        throw new ImportError(
          `${feed.file}, line ${record.line}: the row is too long to correct "${feed.headers[Number(cut)] ?? cut}" here. Correct it in the file.`,
        );
      const corrected = feed.headers.map((_, at) => cells[at] ?? record.cells[at] ?? "");
      yield { ...record, cells: corrected };
    }
  }
  const isCorrected = Object.keys(corrections).length > 0;
  return { feed: isCorrected ? { ...feed, records } : feed, wasShort: (line) => short.has(line) };
}
