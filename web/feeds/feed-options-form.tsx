import { useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import { FeedOptionFields, optionValues, statedOptions } from "./feed-option-fields.tsx";
import { useChangeFeed } from "./feed-queries.ts";
import { fieldErrors } from "./field-errors.ts";
import type { FeedUpload } from "./use-feed-upload.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** Changes how a feed's files are read, and reads the last one again. */
export function FeedOptionsForm({ feed, upload }: { feed: FeedAnswer; upload: FeedUpload }) {
  const { currency } = useShop();
  const save = useChangeFeed(feed._id);
  const [values, setValues] = useState(() => optionValues(feed.options));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { lastFile } = upload;

  async function send() {
    setErrors({});
    const { columns } = feed.options;
    try {
      const options = { ...statedOptions(values), ...(columns && { columns }) };
      const { modifiedCount, message } = await save.mutateAsync({ options });
      const done = lastFile ? "Saved" : "Saved for the next file";
      if (announceOutcome(modifiedCount, message, done) && lastFile) await upload.upload(lastFile);
    } catch (error) {
      setErrors(fieldErrors(error));
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <KeptFields name={`feed-options-${feed._id}`} />
      <FeedOptionFields
        values={values}
        change={(changes) => setValues((now) => ({ ...now, ...changes }))}
        errors={errors}
        currency={currency}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errors.form}
      </p>
      <p>
        <Button type="submit" look="secondary" busy={save.isPending || upload.progress !== null}>
          {lastFile ? `Save and read ${isolate(lastFile.name)} again` : "Save options"}
        </Button>
      </p>
    </form>
  );
}
