// What other features may use. What reads files is in public-reading.ts.
export { ImportError } from "./import-error.ts";
export { explainRefusals, type RowReasons } from "./command/describe-feed.ts";
export {
  readDigest,
  requireSeller,
  runImport,
  runOperatorCommand,
} from "./command/import-command.ts";
export { recordImport, type Seller } from "./command/import-store.ts";
export { createProgress } from "./command/progress.ts";
export { readSyncCommand, type SyncCommand } from "./command/read-command.ts";
export { createReportFile, csvLine, freePathFor, withoutFormula } from "./command/report-file.ts";
export { addCarKeys } from "./command/new-car-of-seller.ts";
export { insertCars, listingColumnsOf } from "./new-car-store.ts";
export type { FeedFile } from "./files/unpack-feeds.ts";
export {
  askOne,
  explainFile,
  inspectFile,
  refusal as readRefusal,
  remarks as readRemarks,
  unpackFiles,
} from "./reader-process/ask-reader.ts";
export { isReadCar, isStrings } from "./reader-process/is-read-car.ts";
export { removeLeftFolders, withFeedFolder } from "./reader-process/feed-folder.ts";
export {
  limitsForOperator,
  limitsForSellers,
  TooHeavyError,
} from "./reader-process/reader-limits.ts";
export { startReader, type Reader } from "./reader-process/start-reader.ts";
export { withReader } from "./reader-process/with-reader.ts";
