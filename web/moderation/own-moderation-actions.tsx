import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { describeAppeal } from "./moderation-action-labels.ts";
import { AppealButton } from "./appeal-button.tsx";

/** Moderation actions against a seller, with reasons and appeals. */
export function OwnModerationActions({ actions }: { actions: OwnModerationAction[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {actions.map((action) => (
        <li key={action._id} className="py-6">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="display text-2xl wrap-anywhere">
              {action.kind === "removal"
                ? `${isolate(action.item ?? "")} was removed`
                : "You were suspended"}
            </h2>
            <Badge tone={action.endedAt === null ? "danger" : "good"}>
              {action.endedAt === null ? "In effect" : "Reversed"}
            </Badge>
          </div>
          <p className="mt-1 text-sm text-muted">
            <Moment at={action.at} />
          </p>
          <p className="mt-3 max-w-prose wrap-anywhere">{`Reason: ${action.reason ?? "none given."}`}</p>
          {action.appeal && (
            <blockquote className="mt-3 max-w-prose border-l-2 border-line pl-4 wrap-anywhere whitespace-pre-line">
              {action.appeal.text}
            </blockquote>
          )}
          <p className="mt-3 max-w-prose text-muted wrap-anywhere">{`${describeAppeal(action)}${action.appeal?.decisionReason ? ` Reason: ${action.appeal.decisionReason}` : ""}`}</p>
          {action.allowedActions.includes("appeal") && (
            <p className="mt-4">
              <AppealButton action={action} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
