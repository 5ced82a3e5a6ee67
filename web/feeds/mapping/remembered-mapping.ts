import type { FeedColumnMap } from "#shared/feeds/feed-contract.ts";
import { tabStorage } from "#web/platform/browser-storage.ts";

/** What the columns of a feed's file and their values are read as, by folded header. */
export type Mapping = FeedColumnMap;

/** Choices of columns that are not saved yet, and the file that they were made for. */
export type RememberedMapping = { file: string; mapping: Mapping };

const keyOf = (feedId: string) => `feed-columns.${feedId}`;

/** The unsaved choices of columns of a feed, also after the page was loaded again; null without any. */
export function rememberedMapping(feedId: string): RememberedMapping | null {
  try {
    return JSON.parse(tabStorage.read(keyOf(feedId)) ?? "null") as RememberedMapping | null;
  } catch {
    return null;
  }
}

/** Remembers choices of columns until they are saved (null) or the tab is closed. */
export function rememberMapping(feedId: string, mapping: RememberedMapping | null): void {
  // Without storage, a reload loses the choices.
  tabStorage.write(keyOf(feedId), mapping && JSON.stringify(mapping));
}
