import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import type { DecideAllEdits } from "#shared/feeds/feed-edit-contract.ts";
import { decideAllEdits } from "./feed-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { BulkReport, counted } from "#web/ui/tables/bulk-report.tsx";
import { edits, winnerWords } from "./edit-words.ts";
import { describeSteps, StepsProgress } from "#web/ui/tables/steps-report.tsx";
import { useSteps } from "#web/ui/tables/use-steps.ts";

type Winner = DecideAllEdits["winner"];

/** Decides about all edits of a feed at once, and reports what became of them. Nothing if at most one waits. */
export function AllFeedEdits({ feed, onClosed }: { feed: FeedAnswer; onClosed: () => void }) {
  const queryClient = useQueryClient();
  const steps = useSteps<DecideAllEdits>(
    (body, options) => decideAllEdits(feed._id, body, options),
    () => queryClient.invalidateQueries(),
  );
  // Kept while the dialog fades out.
  const [asked, setAsked] = useState<{ winner: Winner; count: number }>({
    winner: "shop",
    count: 0,
  });
  const [isOpen, setOpen] = useState(false);
  const reportStatus = useRef<HTMLParagraphElement>(null);
  const wasRun = useRef(false);
  const { label, done, consequence } = winnerWords[asked.winner];
  // After a refusal, as many as wait by now.
  const count = steps.error !== null && steps.progress === null ? feed.edits : asked.count;
  const what = `${label} all ${counted(count, edits)}`;

  function ask(winner: Winner) {
    wasRun.current = false;
    steps.clearError();
    setAsked({ winner, count: feed.edits });
    setOpen(true);
  }

  async function run() {
    setAsked({ winner: asked.winner, count });
    const outcome = await steps.run({ winner: asked.winner, count });
    if (outcome === "refused" || outcome === "unknown") return;
    wasRun.current = true;
    setOpen(false);
  }

  return (
    <>
      {steps.result && (
        <BulkReport
          ref={reportStatus}
          {...describeSteps(steps.result, { ...asked, done, things: edits })}
          undo={null}
          close={() => {
            steps.clear();
            onClosed();
          }}
        />
      )}
      {feed.edits > 1 && (
        <div className="mb-4 flex flex-wrap gap-3">
          {(["feed", "shop"] as const).map((winner) => (
            <Button
              key={winner}
              look="secondary"
              size="small"
              onClick={() => ask(winner)}
            >{`${winnerWords[winner].label} all ${counted(feed.edits, edits)}`}</Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={isOpen}
        title={`${what}?`}
        confirmLabel={what}
        confirmLook="primary"
        busy={steps.progress !== null}
        returnFocusTo={() => (wasRun.current ? reportStatus.current : null)}
        onClose={() => setOpen(false)}
        onConfirm={() => void run().catch(() => undefined)}
      >
        <p>{consequence}</p>
        <StepsProgress progress={steps.progress} total={asked.count} error={steps.error} />
      </ConfirmDialog>
    </>
  );
}
