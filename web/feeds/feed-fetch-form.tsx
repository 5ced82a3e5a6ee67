import { useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useChangeFeed } from "./feed-queries.ts";
import { fieldErrors } from "./field-errors.ts";

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00 UTC`,
}));
const usualHour = 3;

/** Where the shop fetches a feed's file from every day. */
export function FeedFetchForm({ feed }: { feed: FeedAnswer }) {
  const save = useChangeFeed(feed._id);
  const [url, setUrl] = useState(feed.fetch?.url ?? "");
  const [hour, setHour] = useState(String(feed.fetch?.hour ?? usualHour));
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function send(fetch: { url: string; hour: number } | null) {
    setErrors({});
    try {
      const { modifiedCount, message } = await save.mutateAsync({ fetch });
      announceOutcome(
        modifiedCount,
        message,
        fetch ? "The file is fetched within a minute" : "Fetching ended",
      );
    } catch (failure) {
      setErrors(fieldErrors(failure));
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send({ url, hour: Number(hour) });
      }}
    >
      <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
        <TextField
          label="URL of the file"
          type="url"
          inputMode="url"
          value={url}
          maxLength={2000}
          autoComplete="off"
          hint="Such as https://dealer.example/stock.csv"
          error={errors.url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <SelectField
          label="Every day at"
          options={hours}
          value={hour}
          onChange={({ target }) => setHour(target.value)}
        />
      </div>
      {feed.fetch && <LastFetch fetch={feed.fetch} />}
      <p role="alert" className="mt-4 text-sm text-danger empty:hidden">
        {errors.form}
      </p>
      <p className="mt-6 flex flex-wrap gap-4">
        <Button type="submit" look="secondary" busy={save.isPending}>
          {feed.fetch ? "Save and fetch now" : "Fetch every day"}
        </Button>
        {feed.fetch && (
          <Button look="quiet" onClick={() => void send(null)}>
            Stop fetching
          </Button>
        )}
      </p>
    </form>
  );
}

function LastFetch({ fetch }: { fetch: NonNullable<FeedAnswer["fetch"]> }) {
  const { lastAt, nextAt, error } = fetch;
  return (
    <div className="mt-4 text-sm text-muted" role="status">
      <p>
        {lastAt === null ? (
          "Not fetched yet."
        ) : (
          <>
            Last fetched <Moment at={lastAt} />.
          </>
        )}{" "}
        Next: <Moment at={nextAt} />.
      </p>
      {error !== null && <p className="mt-1 text-danger wrap-anywhere">Last problem: {error}</p>}
    </div>
  );
}
