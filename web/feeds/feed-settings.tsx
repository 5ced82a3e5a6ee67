import { useState } from "react";
import { useNavigate } from "react-router";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useChangeFeed, useDeleteFeed } from "./feed-queries.ts";
import { fieldErrors } from "./field-errors.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** Renames or deletes a feed. */
export function FeedSettings({ feed }: { feed: FeedAnswer }) {
  const save = useChangeFeed(feed._id);
  const [name, setName] = useState(feed.name);
  const [error, setError] = useState<string | undefined>();

  async function rename() {
    setError(undefined);
    try {
      const { modifiedCount, message } = await save.mutateAsync({ name });
      if (modifiedCount > 0) announceOutcome(modifiedCount, message, "Feed renamed");
      else setError(message);
    } catch (failure) {
      const { name: wrong, form } = fieldErrors(failure);
      setError(wrong ?? form);
    }
  }

  return (
    <>
      <form
        noValidate
        className="flex flex-wrap items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <KeptFields name={`feed-name-${feed._id}`} />
        <div className="min-w-48 flex-1">
          <TextField
            label="Name"
            value={name}
            maxLength={80}
            autoComplete="off"
            error={error}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <Button type="submit" look="secondary" className="mt-7" busy={save.isPending}>
          Rename
        </Button>
      </form>
      <DeleteFeed feed={feed} />
    </>
  );
}

function DeleteFeed({ feed }: { feed: FeedAnswer }) {
  const remove = useDeleteFeed(feed._id);
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);

  async function run() {
    const { deletedCount, message } = await remove.mutateAsync(undefined);
    if (announceOutcome(deletedCount, message, `${isolate(feed.name)} was deleted`))
      void navigate("/dashboard/feeds", { replace: true });
  }

  return (
    <>
      <Button look="quiet" size="small" onClick={() => setAsking(true)}>
        Delete this feed
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Delete ${isolate(feed.name)}?`}
        confirmLabel="Delete feed"
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void run().catch(() => undefined)}
      >
        Its history is deleted, and its syncs can no longer be undone. Its cars stay as they are.
      </ConfirmDialog>
    </>
  );
}
