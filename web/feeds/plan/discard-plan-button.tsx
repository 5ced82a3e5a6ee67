import type { FeedPlanSummary } from "#shared/feeds/feed-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { useDiscardPlan } from "../feed-queries.ts";

/** Discards a plan that waits, or stops one that is applied. It needs no question: the file can be uploaded again. */
export function DiscardPlanButton({ feedId, plan }: { feedId: string; plan: FeedPlanSummary }) {
  const discard = useDiscardPlan();
  const isWaiting = plan.state === "waiting";

  async function run() {
    await discard.mutateAsync({ id: feedId, planId: plan._id });
    toast.success(`The plan for ${isolate(plan.file)} was ${isWaiting ? "discarded" : "stopped"}`);
  }

  return (
    <Button
      look="secondary"
      disabled={discard.isPending}
      onClick={() => void run().catch(() => undefined)}
    >
      {isWaiting ? "Discard plan" : "Stop"}
    </Button>
  );
}
