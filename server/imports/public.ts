// What other features may use. What reads files is in public-reading.ts.
export { ImportError } from "./import-error.ts";
export { explainRefusals, type RowReasons } from "./describe-feed.ts";
export { readDigest, requireSeller, runImport, runOperatorCommand } from "./import-command.ts";
export { recordImport, type NewListing, type Seller } from "./import-store.ts";
export { createProgress } from "./progress.ts";
export { readSyncCommand, type SyncCommand } from "./read-command.ts";
export { createReportFile, csvLine, freePathFor, withoutFormula } from "./report-file.ts";
export { hexKeysOf } from "./listing-of-seller.ts";
export type { FeedFile } from "./unpack-feeds.ts";
export {
  askOne,
  explainFile,
  inspectFile,
  refusal as readRefusal,
  remarks as readRemarks,
  unpackFiles,
} from "./reader-process/ask-reader.ts";
export { removeLeftFolders, withFeedFolder } from "./reader-process/feed-folder.ts";
export {
  limitsForOperator,
  limitsForSellers,
  TooHeavyError,
} from "./reader-process/reader-limits.ts";
export { startReader, type Reader } from "./reader-process/start-reader.ts";
export { withReader } from "./reader-process/with-reader.ts";
