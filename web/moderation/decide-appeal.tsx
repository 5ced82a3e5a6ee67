import { useState } from "react";
import type { Appeal } from "#shared/moderation/moderation-contract.ts";
import type { AppealOutcome } from "#shared/moderation/moderation.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { useDecideAppeal } from "./moderation-queries.ts";

const labels = {
  upheld: { verb: "Uphold", done: "upheld" },
  overturned: { verb: "Overturn", done: "overturned" },
} as const satisfies Record<AppealOutcome, object>;

/** Lets an admin decide an appeal with a reason, or says why they can't. */
export function DecideAppeal({ appeal }: { appeal: Appeal }) {
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<AppealOutcome>("upheld");
  const decide = useDecideAppeal();
  const { verb, done } = labels[outcome];
  const action =
    appeal.kind === "removal"
      ? `the removal of ${appeal.item}`
      : `the suspension of ${appeal.sellerName}`;

  function openDialog(next: AppealOutcome) {
    setOutcome(next);
    setOpen(true);
  }
  async function confirm(reason: string) {
    const answer = await decide.mutateAsync({ id: appeal._id, outcome, reason });
    const success = `Appeal of ${appeal.sellerName} ${done}`;
    announceOutcome(answer.modifiedCount, answer.message, success);
    setOpen(false);
  }

  return (
    <span className="flex flex-wrap justify-end gap-2">
      {appeal.note && <span className="text-sm text-muted">{appeal.note}</span>}
      {appeal.allowedActions.includes("overturn") && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Overturn ${action}`}
          onClick={() => openDialog("overturned")}
        >
          Overturn
        </Button>
      )}
      {appeal.allowedActions.includes("uphold") && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Uphold ${action}`}
          onClick={() => openDialog("upheld")}
        >
          Uphold
        </Button>
      )}
      <ReasonDialog
        open={open}
        title={`${verb} ${action}?`}
        confirmLabel={verb}
        confirmLook="primary"
        hint="We email the reason to the seller and keep it in the audit log."
        busy={decide.isPending}
        onClose={() => setOpen(false)}
        onConfirm={(reason) => void confirm(reason).catch(() => undefined)}
      >
        {outcome === "upheld"
          ? `The action stays in effect. ${isolate(appeal.sellerName)} cannot appeal again.`
          : consequences[appeal.kind]}
      </ReasonDialog>
    </span>
  );
}

const consequences = {
  removal:
    "The car is back in the shop right away, unless it is sold, off sale, or its seller is suspended. The reservation that the removal canceled is not restored.",
  suspension:
    "The seller can sell again right away, with all cars that are not removed, withdrawn or sold. Canceled reservations are not restored.",
} as const;
