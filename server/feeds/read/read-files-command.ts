import type { FeedCorrections } from "#shared/feeds/feed-contract.ts";
import { answerQuestions, importAnswers, type FeedNumber } from "#server/imports/public-reading.ts";
import { withCorrections } from "./correct-cells.ts";
import { fetchBySftp, type AskedFetch } from "./fetch-by-sftp.ts";
import { previewColumns, previewFile, type PreviewedFile } from "./preview-file.ts";
import { readCars, type CarPart } from "./read-cars.ts";

/** What is asked of a feed's file for a plan. `reports`: every refused row is wanted with its cells. */
export type AskedCars = FeedNumber & {
  sellerLocation: string;
  shopCurrency: string;
  now: Date;
  corrections: FeedCorrections;
  reports: boolean;
};

/**
 * The command of the process that reads users' files or fetches one (`startReader`): it answers questions on its standard
 * input, and needs neither settings nor the database. Returns the exit code.
 */
export function runReadFiles(argv: string[]): Promise<number> {
  const { answers, feedAt } = importAnswers();
  const feedAnswers = {
    async *cars({ feed: number, corrections, reports, ...reading }: AskedCars) {
      const { feed, options } = feedAt(number);
      const corrected = withCorrections(feed, corrections);
      const { wasShort } = corrected;
      for await (const part of readCars(corrected.feed, { ...reading, options, wasShort }))
        yield reports ? part : withoutReport(part);
    },
    async *preview(file: PreviewedFile) {
      yield await previewFile(file);
    },
    /** Asked of a process that reads no file, because it gets a login. */
    async *fetch(asked: AskedFetch) {
      yield await fetchBySftp(asked);
    },
    async *columns(asked: Parameters<typeof previewColumns>[0]) {
      yield previewColumns(asked);
    },
  };
  return answerQuestions({ ...answers, ...feedAnswers }, argv);
}

/** Only the cells that a plan keeps are sent. */
function withoutReport(part: CarPart): CarPart {
  return "refused" in part ? { refused: { ...part.refused, faults: [], cells: [] } } : part;
}
