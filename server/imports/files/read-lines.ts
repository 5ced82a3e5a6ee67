import type { Refusal, Remark } from "../facts/feed-car.ts";
import type { FeedOptions } from "../feed-context.ts";
import { findSharedPlates } from "../facts/find-shared-plates.ts";
import type { Feed } from "../inspect-feed.ts";
import { rateOf } from "../rate-of-feed.ts";
import { readFeed } from "../read-feed.ts";
import { toListing, whyNotPriced, type ReadListing } from "../to-listing.ts";

/** A row of a feed: a listing with what was left out of it, or a refusal. */
export type ReadLine = { line: number; cells: string[] } & (
  | { listing: ReadListing; leftOut: Remark[]; refusal: null }
  | { listing: null; leftOut: null; refusal: Refusal }
);

/** Reads a feed row by row for an import. */
export async function* readLines(
  feed: Feed,
  run: { options: FeedOptions; shopCurrency: string; sellerLocation: string; now: Date },
): AsyncGenerator<ReadLine> {
  const { options, shopCurrency, sellerLocation, now } = run;
  const origin = {
    sourceFile: feed.name,
    location: options.location,
    sellerLocation,
    shopCurrency,
    rate: rateOf(feed, run),
    sharedPlates: await findSharedPlates(feed),
  };
  for await (const { line, cells, read } of readFeed(feed, options, now, shopCurrency)) {
    const row = { line, cells };
    if ("faults" in read) {
      yield { ...row, listing: null, leftOut: null, refusal: read };
      continue;
    }
    const listing = toListing(read, origin, line);
    const leftOut = [...read.leftOut, ...read.sourceLeftOut];
    if (listing) yield { ...row, listing, leftOut, refusal: null };
    else {
      const refusal: Refusal = { kind: "faults", faults: [whyNotPriced(read, origin)] };
      yield { ...row, listing, leftOut: null, refusal };
    }
  }
}
