import { useState } from "react";
import type { FeedPlanSummary } from "#shared/feeds/feed-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useUndoPlan } from "../feed-queries.ts";

/** Undoes the last sync of a feed, after a confirmation. */
export function UndoPlanButton({ feedId, plan }: { feedId: string; plan: FeedPlanSummary }) {
  const undo = useUndoPlan();
  const [isAsking, setAsking] = useState(false);

  async function run() {
    await undo.mutateAsync({ id: feedId, planId: plan._id });
    setAsking(false);
    toast.success(`The sync of ${isolate(plan.file)} was undone`);
  }

  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-label={`Undo the sync of ${isolate(plan.file)}`}
        onClick={() => setAsking(true)}
      >
        Undo
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Undo the sync of ${isolate(plan.file)}?`}
        confirmLabel="Undo"
        busy={undo.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => void run().catch(() => undefined)}
      >
        New cars go off sale, cars that were gone return, and changed facts get their earlier
        values. Options go back to those of the sync before. Reserved and sold cars stay as they
        are, and so does what you edited since.
      </ConfirmDialog>
    </>
  );
}
