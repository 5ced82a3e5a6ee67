import type { FeedOptions } from "./feed-options.ts";
import type { Evidence } from "./gather-evidence.ts";
import type { Field } from "./header-words.ts";
import type { Column } from "./map-headers.ts";

/** What rows are read with: the feed's columns by meaning, what it proves and what the operator said of it. */
export type FeedContext = {
  columns: ReadonlyMap<Field, readonly Column[]>;
  evidence: Evidence;
  options: FeedOptions;
  now: Date;
};
