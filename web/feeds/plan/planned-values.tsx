import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { plannedPreviewQuery } from "../feed-queries.ts";
import { useMapping } from "../mapping/use-mapping.ts";
import { ValueMapping } from "../mapping/value-mapping.tsx";

/** Chooses what the values mean that the last plan could not read, without its file. */
export function PlannedValues({ feed }: { feed: FeedAnswer }) {
  const { data: preview } = useQuery(plannedPreviewQuery(feed._id));
  const { mapping, change, save, isSaving } = useMapping(feed, feed.lastPlan?.file ?? "");
  const [error, setError] = useState<string | null>(null);
  if (!preview?.values?.length) return null;
  const run = async () => {
    setError(null);
    await save().catch((failure: unknown) => setError(errorMessage(failure)));
  };
  return (
    <>
      <ValueMapping preview={preview} mapping={mapping} change={change} />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button busy={isSaving} onClick={() => void run()}>
          Save
        </Button>
        <p className="text-sm text-muted">{`This counts from the next file on that is ${feed.fetch ? "fetched" : "uploaded"}.`}</p>
      </div>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {error}
      </p>
    </>
  );
}
