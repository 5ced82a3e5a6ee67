import { describeFeed, explainFeed } from "../command/describe-feed.ts";
import type { FeedOptions } from "../feed-context.ts";
import { inspectFeed, type Feed } from "../inspect-feed.ts";
import { compareRepeats, type Repeat } from "../command/list-duplicates.ts";
import { rateOf } from "../rate-of-feed.ts";
import { readLines } from "../files/read-lines.ts";
import { unpackFeeds } from "../files/unpack-feeds.ts";
import type { Answers } from "./answer-questions.ts";

/** A feed of this process: the first that was inspected is 0. */
export type FeedNumber = { feed: number };
type OpenFeed = { feed: Feed; options: FeedOptions };

/**
 * What the process answers about any file. `feedAt` is for further answers about those that were inspected.
 */
export function importAnswers(): { answers: Answers; feedAt: (number: number) => OpenFeed } {
  const feeds: OpenFeed[] = [];
  const feedAt = (number: number) => feeds[number]!;
  const answers = {
    async *unpack({ files, folder }: { files: string[]; folder: string }) {
      yield await unpackFeeds(files, folder);
    },
    async *inspect({ file, name, options }: { file: string; name: string; options: FeedOptions }) {
      const feed = await inspectFeed(file, options, name);
      feeds.push({ feed, options });
      const { delimiter, headers, evidence, unread = [] } = feed;
      yield { feed: feeds.length - 1, rows: evidence.rows, delimiter, headers, unread };
    },
    /** How a feed is read, with its first rows if `samples`. */
    async *explain({ feed: number, samples }: FeedNumber & { samples: boolean }) {
      const { feed } = feedAt(number);
      yield explainFeed(feed, samples ? await sampleOf(feed) : []);
    },
    async *describe({ feed: number }: FeedNumber) {
      yield describeFeed(feedAt(number).feed);
    },
    async *rate({ feed: number, shopCurrency }: FeedNumber & { shopCurrency: string }) {
      const { feed, options } = feedAt(number);
      yield rateOf(feed, { options, shopCurrency });
    },
    lines({
      feed: number,
      ...reading
    }: FeedNumber & { shopCurrency: string; sellerLocation: string; now: Date }) {
      const { feed, options } = feedAt(number);
      return readLines(feed, { options, ...reading });
    },
    repeats({ feed: number, repeats }: FeedNumber & { repeats: Repeat[] }) {
      return compareRepeats(feedAt(number).feed, repeats);
    },
  };
  return { answers, feedAt };
}

async function sampleOf(feed: Feed): Promise<string[][]> {
  const sample: string[][] = [];
  for await (const { cells, broken } of feed.records()) {
    if (!broken && cells.some((cell) => cell.trim() !== "") && sample.push(cells) >= 3) break;
  }
  return sample;
}
