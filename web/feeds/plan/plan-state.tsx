import type { FeedPlanSummary } from "#shared/feeds/feed-contract.ts";
import { Badge } from "#web/ui/badge.tsx";
import { changesOf, isUnreadable, planStateWords } from "../feed-words.ts";

const tones = {
  waiting: "brass",
  applying: "brass",
  applied: "good",
  discarded: "neutral",
  undoing: "brass",
  undone: "neutral",
} as const;

/** What became of a plan. */
export function PlanState({ plan }: { plan: FeedPlanSummary }) {
  if (plan.state === "waiting" && isUnreadable(plan))
    return <Badge tone="danger">No car read</Badge>;
  if (plan.state === "waiting" && changesOf(plan) === 0)
    return <Badge tone="neutral">Nothing to change</Badge>;
  return <Badge tone={tones[plan.state]}>{planStateWords[plan.state]}</Badge>;
}
