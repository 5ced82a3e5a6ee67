import { useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Button } from "#web/ui/button.tsx";
import { FeedOptionFields, optionValues } from "./feed-option-fields.tsx";
import type { FeedUpload } from "./use-feed-upload.ts";
import { useSaveOptions } from "./use-save-options.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** Changes how a feed's files are read, and reads the last one again. */
export function FeedOptionsForm({ feed, upload }: { feed: FeedAnswer; upload: FeedUpload }) {
  const { currency } = useShop();
  const { save, errors, isBusy } = useSaveOptions(feed, upload);
  const [values, setValues] = useState(() => optionValues(feed.options));
  const { lastFile } = upload;

  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void save(values);
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
        <Button type="submit" look="secondary" busy={isBusy}>
          {lastFile ? `Save and read ${isolate(lastFile.name)} again` : "Save options"}
        </Button>
      </p>
    </form>
  );
}
