// What other features may use.
export { ImportError } from "./import-error.ts";
export type { Remark, RowIdentity, SeenFacts, SourceFacts } from "./feed-car.ts";
export type { FeedOptions, HeaderMap } from "./feed-context.ts";
export { explainFeed, explainRefusals, type RowReasons } from "./describe-feed.ts";
export { countReason, countUnread, emptySummary, rateOf } from "./import-feed.ts";
export { readDigest, requireSeller, runImport, runOperatorCommand } from "./import-command.ts";
export { recordImport, type NewListing, type Seller } from "./import-store.ts";
export { createProgress } from "./progress.ts";
export { isRate } from "./convert-price.ts";
export { isCurrencyCode } from "./currency-words.ts";
export { fields as feedColumns } from "./header-words.ts";
export { inspectFeed, sampleColumns, type Feed } from "./inspect-feed.ts";
export { emptyOptions, readSyncCommand, type SyncCommand } from "./read-command.ts";
export { createIdentityReader, readFeed } from "./read-feed.ts";
export { findSharedPlates } from "./find-shared-plates.ts";
export { createReportFile, csvLine, freePathFor, withoutFormula } from "./report-file.ts";
export { toListing } from "./to-listing.ts";
export { unpackFeeds } from "./unpack-feeds.ts";
