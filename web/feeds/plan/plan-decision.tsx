import { useState } from "react";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { isolate } from "#shared/text/isolate.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { DiscardPlanButton } from "./discard-plan-button.tsx";
import type { useApplyPlan } from "../feed-queries.ts";
import { changesOf, isUnreadable, reviewWords } from "../feed-words.ts";
import { UndoPlanButton } from "./undo-plan-button.tsx";

type Props = { feedId: string; plan: FeedPlanAnswer; apply: ReturnType<typeof useApplyPlan> };

/** What can be done about a plan, its progress and its result. */
export function PlanDecision({ feedId, plan, apply }: Props) {
  const isRunning = apply.isPending || plan.state === "applying" || plan.state === "undoing";
  return (
    <div className="mt-6 space-y-4">
      <KeptCars plan={plan} />
      {isRunning ? (
        <>
          <Progress plan={plan} />
          {plan.state === "applying" && !apply.isPending && (
            <div className="flex flex-wrap items-center gap-4">
              <DiscardPlanButton feedId={feedId} plan={plan} />
              <p className="text-sm text-muted">
                What was changed so far stays, and you can undo it.
              </p>
            </div>
          )}
        </>
      ) : (
        <>
          {plan.state === "waiting" && <Apply feedId={feedId} plan={plan} apply={apply} />}
          <Result feedId={feedId} plan={plan} />
        </>
      )}
      {apply.error && plan.state === "waiting" && (
        <p role="alert" className="text-danger">
          {apply.error.message}
        </p>
      )}
    </div>
  );
}

function KeptCars({ plan: { keepsGone, state } }: Pick<Props, "plan">) {
  if (keepsGone === null || state === "discarded") return null;
  return (
    <p className="border-l-2 border-brass bg-raised px-4 py-3">
      {keepsGone === "empty"
        ? "No car could be read from this file, so no car is taken off sale."
        : "The end of this file seems to be missing, so no car is taken off sale. Upload the complete file."}
    </p>
  );
}

function Apply({ feedId, plan, apply }: Props) {
  const [isConfirmed, setConfirmed] = useState(false);
  const changes = changesOf(plan);
  if (changes === 0) return <NothingToApply plan={plan} />;
  const label = changes === 1 ? "Apply 1 change" : `Apply ${formatNumber(changes)} changes`;

  async function run() {
    const answer = await apply.mutateAsync({
      id: feedId,
      planId: plan._id,
      confirm: plan.needsConfirmation,
    });
    if (answer.state === "applied") toast.success(`${isolate(plan.file)} was applied`);
  }

  return (
    <>
      {plan.needsConfirmation && (
        <div className="border-l-2 border-danger bg-raised px-4 py-3">
          <p className="font-medium">This is unusual, so it waits for you.</p>
          <ul className="mt-1">
            {plan.review.map((reason) => (
              <li key={reason.reason}>{reviewWords(reason)}</li>
            ))}
          </ul>
          <label className="mt-3 flex items-start gap-3">
            <input
              type="checkbox"
              checked={isConfirmed}
              className="mt-1 size-4.5 shrink-0 accent-action-ink"
              onChange={({ target }) => setConfirmed(target.checked)}
            />
            <span>I have checked the changes, and they are right.</span>
          </label>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          disabled={plan.needsConfirmation && !isConfirmed}
          onClick={() => void run().catch(() => undefined)}
        >
          {label}
        </Button>
        <DiscardPlanButton feedId={feedId} plan={plan} />
      </div>
    </>
  );
}

function NothingToApply({ plan }: Pick<Props, "plan">) {
  const { refused } = plan.counts;
  if (isUnreadable(plan))
    return (
      <p>
        There is nothing to apply: no car could be read from this file. Each refused row below says
        why, and often which option would help.
      </p>
    );
  return (
    <p>{`There is nothing to apply: the shop already shows ${refused > 0 ? "the cars that could be read" : "these cars"}.`}</p>
  );
}

function Progress({ plan }: Pick<Props, "plan">) {
  const total = changesOf(plan);
  const words = plan.state === "undoing" ? "Undoing" : "Applying";
  return (
    <div className="max-w-md">
      <p role="status">{`${words} ${formatNumber(plan.done)} of ${formatNumber(total)} changes`}</p>
      <ProgressBar label={`${words} the plan`} max={total} value={plan.done} />
      <p className="mt-2 text-sm text-muted">You can leave this page. It goes on.</p>
    </div>
  );
}

function Result({ feedId, plan }: Omit<Props, "apply">) {
  const { state, counts, skipped, isUndoable } = plan;
  if (state === "discarded")
    return (
      <p className="text-muted">
        This plan was discarded or replaced by a later file. It was not applied, and its changes are
        no longer kept.
      </p>
    );
  if (state === "undone") return <p>This sync was undone.</p>;
  if (state !== "applied") return null;
  const made = changesOf({ counts }) - skipped;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p>{`${made === 1 ? "1 change was made" : `${formatNumber(made)} changes were made`}${skipped > 0 ? `, ${formatNumber(skipped)} skipped` : ""}.`}</p>
      {isUndoable && <UndoPlanButton feedId={feedId} plan={plan} />}
    </div>
  );
}
