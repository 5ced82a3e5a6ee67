import { useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { useChangeFeed } from "../feed-queries.ts";
import { rememberedMapping, rememberMapping, type Mapping } from "./remembered-mapping.ts";

/** The choices of a feed's columns, which are kept until they are saved. `file` is that they are made for. */
export function useMapping(feed: FeedAnswer, file: string) {
  const [mapping, setMapping] = useState<Mapping>(
    () => rememberedMapping(feed._id)?.mapping ?? feed.options.columns ?? {},
  );
  const save = useChangeFeed(feed._id);
  return {
    mapping,
    change(next: Mapping) {
      rememberMapping(feed._id, { file, mapping: next });
      setMapping(next);
    },
    isSaving: save.isPending,
    /** Saves them among the feed's options, and says so. Whether they were. */
    async save(): Promise<boolean> {
      const { columns: _, ...options } = feed.options;
      const isMapped = Object.keys(mapping).length > 0;
      const { modifiedCount, message } = await save.mutateAsync({
        options: { ...options, ...(isMapped && { columns: mapping }) },
      });
      if (!announceOutcome(modifiedCount, message, "Columns saved")) return false;
      rememberMapping(feed._id, null);
      return true;
    },
  };
}
