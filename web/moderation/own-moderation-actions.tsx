import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { describeAppeal } from "./moderation-action-labels.ts";
import { AppealButton } from "./appeal-button.tsx";

/** Moderation actions against a seller, with reasons and appeals. */
export function OwnActs({ acts }: { acts: OwnModerationAction[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {acts.map((act) => (
        <li key={act._id} className="py-6">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="display text-2xl wrap-anywhere">
              {act.kind === "removal" ? `${act.item} was removed` : "You were suspended"}
            </h2>
            <Badge tone={act.endedAt === null ? "danger" : "good"}>
              {act.endedAt === null ? "In effect" : "Reversed"}
            </Badge>
          </div>
          <p className="mt-1 text-sm text-muted">
            <Moment at={act.at} />
          </p>
          <p className="mt-3 max-w-prose wrap-anywhere">Reason: {act.reason ?? "none given."}</p>
          {act.appeal && (
            <blockquote className="mt-3 max-w-prose border-l-2 border-line pl-4 wrap-anywhere whitespace-pre-line">
              {act.appeal.text}
            </blockquote>
          )}
          <p className="mt-3 max-w-prose text-muted wrap-anywhere">
            {describeAppeal(act)}
            {act.appeal?.decisionReason && ` Reason: ${act.appeal.decisionReason}`}
          </p>
          {act.allowedActions.includes("appeal") && (
            <p className="mt-4">
              <AppealButton act={act} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
