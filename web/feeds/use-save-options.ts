import { useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { statedOptions, type OptionValues } from "./feed-option-fields.tsx";
import { useChangeFeed } from "./feed-queries.ts";
import { fieldErrors } from "./field-errors.ts";
import type { FeedUpload } from "./use-feed-upload.ts";

/** Saves how a feed's files are read, without changing its columns, and reads the last file again. */
export function useSaveOptions(feed: FeedAnswer, upload: FeedUpload) {
  const change = useChangeFeed(feed._id);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { lastFile } = upload;

  async function save(values: OptionValues): Promise<void> {
    setErrors({});
    const { columns } = feed.options;
    try {
      const options = { ...statedOptions(values), ...(columns && { columns }) };
      const { modifiedCount, message } = await change.mutateAsync({ options });
      const done = lastFile ? "Saved" : "Saved for the next file";
      if (announceOutcome(modifiedCount, message, done) && lastFile) await upload.upload(lastFile);
    } catch (error) {
      setErrors(fieldErrors(error));
    }
  }

  return { save, errors, isBusy: change.isPending || upload.progress !== null };
}
