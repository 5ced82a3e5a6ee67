import { useState } from "react";
import type {
  FeedAnswer,
  FeedChangeAnswer,
  FeedFactName,
  FeedPlanAnswer,
} from "#shared/feeds/feed-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { errorMessage } from "#web/platform/requests/error-message.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useChangeFeed } from "../feed-queries.ts";
import { factText, factWords } from "../feed-words.ts";
import type { FeedUpload } from "../use-feed-upload.ts";

type Props = {
  feed: FeedAnswer;
  plan: FeedPlanAnswer;
  change: FeedChangeAnswer;
  currency: string;
  upload: FeedUpload;
};

const kindTexts = {
  added: "New listing",
  changed: "",
  relisted: "Back for sale",
  retired: "Taken off sale",
} as const;

/** What a change does to a car, fact by fact, and what its seller's edits keep. */
export function ChangeDifferences(props: Props) {
  const { change, plan, currency } = props;
  // Facts without a name of their own, such as photos, are no differences.
  const isOther = change.kind === "changed" && change.differences.length === 0;
  const text = isOther ? "Photos or stock number" : kindTexts[change.kind];
  return (
    <>
      {text && <span>{text}</span>}
      <ul className="space-y-1">
        {change.differences.map(({ field, before, after, isKept }) => {
          const [was, is] = [before, after].map((value) => factText(field, value, currency));
          return (
            <li key={field}>
              <span className="inline-block text-muted first-letter:uppercase">{`${factWords[field]}:`}</span>{" "}
              {isKept ? (
                <>
                  <span>{`stays ${was ?? ""}, as edited in the shop. The file says ${is ?? ""}.`}</span>{" "}
                  {plan.state === "waiting" && <FeedWins {...props} field={field} />}
                </>
              ) : (
                <>
                  <del className="text-muted no-underline">{was}</del>{" "}
                  <span aria-label="to">→</span> <ins className="no-underline">{is}</ins>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Lets the feed replace edits of one fact, and plans the file again. */
function FeedWins({ feed, change, field, upload }: Props & { field: FeedFactName }) {
  const save = useChangeFeed(feed._id);
  const [isAsking, setAsking] = useState(false);
  const { lastFile } = upload;
  const word = factWords[field];

  async function run() {
    try {
      const feedWins = [...feed.feedWins.filter((one) => one !== field), field];
      const { modifiedCount, message } = await save.mutateAsync({ feedWins });
      setAsking(false);
      const done = lastFile ? `The feed wins for ${word}` : "Saved. Upload the file again.";
      if (announceOutcome(modifiedCount, message, done) && lastFile) await upload.upload(lastFile);
    } catch (error) {
      toast.error(errorMessage(error));
    }
  }

  return (
    <>
      <Button
        look="quiet"
        size="small"
        className="underline"
        aria-label={`Let the feed win for ${word} of ${isolate(change.name)}`}
        busy={upload.progress !== null}
        onClick={() => setAsking(true)}
      >
        Let the feed win
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Let the feed win for ${word}?`}
        confirmLabel="Feed wins"
        confirmLook="primary"
        busy={save.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void run()}
      >{`From now on, the file replaces what you edited in the shop: ${word}, for every car of this feed. ${
        lastFile
          ? `${isolate(lastFile.name)} is read again for a new plan.`
          : "Upload the file again for a new plan."
      }`}</ConfirmDialog>
    </>
  );
}
