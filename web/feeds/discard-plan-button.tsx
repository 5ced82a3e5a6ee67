import type { FeedPlanSummary } from "#shared/feeds/feed-contract.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { useDiscardPlan } from "./feed-queries.ts";

/** Discards a plan that waits. It needs no question: the file can be uploaded again. */
export function DiscardPlanButton({ feedId, plan }: { feedId: string; plan: FeedPlanSummary }) {
  const discard = useDiscardPlan();

  async function run() {
    await discard.mutateAsync({ id: feedId, planId: plan._id });
    toast.success(`The plan for ${plan.file} was discarded`);
  }

  return (
    <Button
      look="secondary"
      disabled={discard.isPending}
      onClick={() => void run().catch(() => undefined)}
    >
      Discard plan
    </Button>
  );
}
