// What other features may use to read files: in the process for it, which must not load the database.
export type { ReadRow, Remark, RowIdentity, SeenFacts, SourceFacts } from "./feed-car.ts";
export type { FeedOptions, HeaderMap } from "./feed-context.ts";
export { ImportError } from "./import-error.ts";
export { countReason, countUnread, emptySummary } from "./feed-summary.ts";
export { rateOf } from "./rate-of-feed.ts";
export { createValueCounter, type CountedColumn, type CountedValue } from "./count-values.ts";
export { isRate } from "./convert-price.ts";
export { isCurrencyCode } from "./currency-words.ts";
export { fields as feedColumns } from "./header-words.ts";
export { inspectFeed, sampleColumns, type Feed } from "./inspect-feed.ts";
export { emptyOptions } from "./read-command.ts";
export { mapHeaders } from "./map-headers.ts";
export { createIdentityReader, readFeed } from "./read-feed.ts";
export { findSharedPlates } from "./find-shared-plates.ts";
export { meaningIn, valueChoices } from "./value-meanings.ts";
export { toListing, whyNotPriced, type CarNumbers } from "./to-listing.ts";
export { answerQuestions } from "./reader-process/answer-questions.ts";
export { importAnswers, type FeedNumber } from "./reader-process/import-answers.ts";
