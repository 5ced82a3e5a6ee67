import { useState } from "react";
import { toast } from "#web/platform/toast.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Bars } from "#web/ui/bars.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FactList } from "#web/ui/fact-list.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { InlineError } from "#web/ui/inline-error.tsx";
import { LoadingBar } from "#web/ui/loading-bar.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Verdict } from "#web/ui/verdict.tsx";
import { Group, State } from "./state.tsx";

const retry = () => Promise.resolve();
const nothing = () => undefined;

export function States() {
  return (
    <Group title="Empty, loading, failed">
      <State name="Empty">
        <EmptyState title="No sellers to verify" action={<Button>Add a car</Button>}>
          You&apos;re all caught up.
        </EmptyState>
      </State>
      <State name="Failed">
        <ErrorState onRetry={nothing} />
      </State>
      <State name="Failed, being tried again">
        <ErrorState title="We could not load the cars" onRetry={nothing} retrying />
      </State>
      <State name="A part failed">
        <InlineError
          query={{ refetch: retry, isFetching: false, error: new Error("Not now.") }}
          what="The reviews could not be loaded."
        />
      </State>
      <State name="Loading a page">
        <Loading label="Loading the cars" />
      </State>
      <State name="Loading: skeleton, spinner, more of a list">
        <div className="relative space-y-3">
          <Skeleton />
          <Skeleton className="h-4 w-1/2" />
          <Spinner />
          <LoadingBar label="Loading sellers" />
        </div>
      </State>
      <State name="Progress: known and unknown">
        <ProgressBar label="Uploading" max={10} value={4} />
        <ProgressBar label="Reading" max={10} />
      </State>
    </Group>
  );
}

export function Facts() {
  return (
    <Group title="Facts">
      <State name="Badges">
        <div className="flex flex-wrap gap-2">
          <Badge>for sale</Badge>
          <Badge tone="good">paid</Badge>
          <Badge tone="brass">reserved</Badge>
          <Badge tone="danger">removed</Badge>
        </div>
      </State>
      <State name="An account without a photo">
        <Avatar name="Ben Demo" />
      </State>
      <State name="Verdicts">
        <Verdict isGood>All well</Verdict>
        <Verdict isGood={false}>1 unsafe setting</Verdict>
      </State>
      <State name="A list of facts">
        <FactList
          facts={[
            ["Version", "0.2.0"],
            ["Started", <Moment key="started" at="2026-11-29T08:00:00.000Z" />],
          ]}
        />
      </State>
      <State name="A small chart">
        <Bars
          values={[0, 3, 8, 4, 1]}
          label="Views of the last days"
          isDimmed={(at) => at > 2}
          className="h-10 w-full"
        />
      </State>
    </Group>
  );
}

type Question = "dialog" | "confirm" | "confirming" | "reason";
const questions: Record<Question, string> = {
  dialog: "Dialog",
  confirm: "Question",
  confirming: "Question, being answered",
  reason: "Question with a reason",
};

export function Dialogs() {
  const [asked, setAsked] = useState<Question | null>(null);
  const close = () => setAsked(null);
  return (
    <Group title="Dialogs and messages">
      <State name="Dialogs">
        <div className="flex flex-wrap gap-3">
          {Object.entries(questions).map(([question, label]) => (
            <Button
              key={question}
              look="secondary"
              size="small"
              onClick={() => setAsked(question as Question)}
            >
              {label}
            </Button>
          ))}
        </div>
        <Dialog open={asked === "dialog"} onClose={close} title="Checks">
          <TextField label="Note" />
        </Dialog>
        <ConfirmDialog
          open={asked === "confirm" || asked === "confirming"}
          busy={asked === "confirming"}
          title="Delete this car?"
          confirmLabel="Delete"
          onClose={close}
          onConfirm={close}
        >
          It leaves the shop at once.
        </ConfirmDialog>
        <ReasonDialog
          open={asked === "reason"}
          title="Suspend this seller?"
          confirmLabel="Suspend"
          hint="The seller reads it."
          busy={false}
          onClose={close}
          onConfirm={close}
        >
          Their cars leave the shop.
        </ReasonDialog>
      </State>
      <State name="Messages">
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" size="small" onClick={() => toast.success("Saved")}>
            Success
          </Button>
          <Button look="secondary" size="small" onClick={() => toast.error("Not now.")}>
            Error
          </Button>
        </div>
      </State>
    </Group>
  );
}
