import { useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import type { FeedFetch, FeedFetchBody } from "#shared/feeds/feed-fetch-contract.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { FeedLoginFields, type EnteredLogin } from "./feed-login-fields.tsx";
import { useChangeFeed } from "./feed-queries.ts";
import { fieldErrors } from "./field-errors.ts";
import { HostKey } from "./host-key.tsx";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

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
  const [login, setLogin] = useState(loginOf(feed.fetch));
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function send(fetch: FeedFetchBody | null) {
    setErrors({});
    try {
      const { modifiedCount, message } = await save.mutateAsync({ fetch });
      if (modifiedCount > 0)
        setLogin(({ username }) => (fetch ? { ...noLogin, username } : noLogin));
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
        void send({ url, hour: Number(hour), ...enteredOf(login) });
      }}
    >
      <KeptFields name={`feed-fetch-${feed._id}`} />
      <div className="grid gap-6 sm:grid-cols-[1fr_12rem]">
        <TextField
          label="URL of the file"
          type="url"
          inputMode="url"
          value={url}
          maxLength={2000}
          autoComplete="off"
          hint="Such as https://dealer.example/stock.csv or sftp://dealer.example/stock.csv"
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
      <FeedLoginFields
        isSftp={/^\s*sftp:/i.test(url)}
        stored={feed.fetch}
        entered={login}
        errors={errors}
        onChange={setLogin}
      />
      {feed.fetch && <LastFetch fetch={feed.fetch} />}
      {feed.fetch && (
        <HostKey
          fetch={feed.fetch}
          isBusy={save.isPending}
          onAccept={(hostKey) =>
            void send({ url: feed.fetch!.url, hour: feed.fetch!.hour, hostKey })
          }
        />
      )}
      <p role="alert" className="mt-4 text-sm text-danger empty:hidden">
        {errors.form ?? errors.fetch}
      </p>
      <FetchButtons isSet={!!feed.fetch} isBusy={save.isPending} onStop={() => void send(null)} />
    </form>
  );
}

function FetchButtons({
  isSet,
  isBusy,
  onStop,
}: {
  isSet: boolean;
  isBusy: boolean;
  onStop: () => void;
}) {
  return (
    <p className="mt-6 flex flex-wrap gap-4">
      <Button type="submit" look="secondary" busy={isBusy}>
        {isSet ? "Save and fetch now" : "Fetch every day"}
      </Button>
      {isSet && (
        <Button look="quiet" onClick={onStop}>
          Stop fetching
        </Button>
      )}
    </p>
  );
}

const noLogin: EnteredLogin = { username: "", password: "", privateKey: "" };
const loginOf = (fetch: FeedFetch | null) => ({ ...noLogin, username: fetch?.username ?? "" });

/** What is left empty stays as it is stored. Without the user name, the rest goes too. */
const enteredOf = ({ username, password, privateKey }: EnteredLogin) => ({
  username: username === "" ? null : username,
  ...(password !== "" && { password }),
  ...(privateKey !== "" && { privateKey }),
});

function LastFetch({ fetch }: { fetch: FeedFetch }) {
  const { lastAt, nextAt, error, isStopped } = fetch;
  return (
    <div className="mt-4 text-sm text-muted" role="status">
      <p>
        <span>
          {lastAt === null ? (
            "Not fetched yet."
          ) : (
            <>
              Last fetched <Moment at={lastAt} />.
            </>
          )}
        </span>{" "}
        <span>
          {isStopped ? (
            "Fetching has stopped."
          ) : (
            <>
              Next: <Moment at={nextAt} />.
            </>
          )}
        </span>
      </p>
      {error !== null && (
        <p className="mt-1 text-danger wrap-anywhere">{`Last problem: ${error}`}</p>
      )}
    </div>
  );
}
