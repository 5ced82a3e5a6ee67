import { useState } from "react";
import { feedFactNames, type FeedAnswer, type FeedFactName } from "#shared/feeds/feed-contract.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { Button } from "#web/ui/button.tsx";
import { factWords } from "./feed-words.ts";
import { useChangeFeed } from "./feed-queries.ts";
import { KeptFields } from "#web/ui/fields/kept-fields.tsx";

/** Facts that describe the file and cannot be edited in the shop. */
const ofTheFile: readonly FeedFactName[] = ["sourceCurrency", "sourcePrice", "sourceRate"];
const editable = feedFactNames.filter((name) => !ofTheFile.includes(name));

/** The facts in which the feed replaces what the seller edited in the shop. */
export function FeedWinsForm({ feed }: { feed: FeedAnswer }) {
  const save = useChangeFeed(feed._id);
  const [wins, setWins] = useState<readonly FeedFactName[]>(feed.feedWins);
  const [error, setError] = useState<string | null>(null);

  async function send() {
    setError(null);
    try {
      const { modifiedCount, message } = await save.mutateAsync({ feedWins: [...wins] });
      announceOutcome(modifiedCount, message, "Saved for the next file");
    } catch (failure) {
      setError(errorMessage(failure));
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <KeptFields name={`feed-wins-${feed._id}`} />
      <fieldset>
        <legend className="text-sm font-medium">The feed wins for</legend>
        <div className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
          {editable.map((name) => (
            <label key={name} className="flex min-h-8 items-center gap-3">
              <input
                type="checkbox"
                checked={wins.includes(name)}
                className="size-4.5 shrink-0 accent-action-ink"
                onChange={({ target }) =>
                  setWins(target.checked ? [...wins, name] : wins.filter((one) => one !== name))
                }
              />
              <span className="first-letter:uppercase">{factWords[name]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p role="alert" className="mt-4 text-sm text-danger empty:hidden">
        {error}
      </p>
      <p className="mt-6">
        <Button type="submit" look="secondary" busy={save.isPending}>
          Save who wins
        </Button>
      </p>
    </form>
  );
}
