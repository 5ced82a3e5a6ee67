import { Link } from "react-router";
import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";
import { describeAppeal } from "./moderation-action-labels.ts";
import { useStandingActions } from "./use-standing-actions.ts";

/**
 * The moderation action in effect against the signed-in seller, its reason, and how to appeal. Renders nothing if
 * there is none.
 */
export function ModerationNotice() {
  const { suspension, removals } = useStandingActions();
  if (suspension)
    return (
      <Notice
        heading="You are suspended"
        action={suspension}
      >{`Your cars are off sale, and you can't add, edit or advertise cars. Paid sales are not affected.${suspension.reason ? ` Reason: ${suspension.reason}` : ""}`}</Notice>
    );
  const [latest] = removals;
  if (!latest) return null;
  return (
    <Notice
      heading={
        removals.length === 1
          ? "One of your cars was removed"
          : `${removals.length} cars were removed`
      }
      action={latest}
    >{`${removals.length > 1 ? "Most recent: " : ""}${latest.item ?? ""}.${latest.reason ? ` Reason: ${latest.reason}` : ""}`}</Notice>
  );
}

function Notice({
  heading,
  action,
  children,
}: {
  heading: string;
  action: OwnModerationAction;
  children: React.ReactNode;
}) {
  return (
    <section aria-label={heading} className="mb-8 border-l-2 border-danger py-1 pl-5">
      <h2 className="display text-2xl">{heading}</h2>
      <p className="mt-1 max-w-prose wrap-anywhere">{children}</p>
      <p className="mt-2 text-muted">
        <span>{describeAppeal(action)}</span>{" "}
        <Link to="/dashboard/appeals" className="text-link">
          {action.allowedActions.includes("appeal") ? "Appeal" : "Open Appeals"}
        </Link>
      </p>
    </section>
  );
}
