import type { ExpectedPlace } from "#server/backup/expected-place.ts";

/** For a place of backups that is not compared with a database. */
export const nothingExpected: ExpectedPlace = { lastBackup: null, log: null };
