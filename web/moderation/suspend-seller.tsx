import { useState } from "react";
import { suspensionReasons } from "#shared/moderation/moderation.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { useSuspendSeller } from "./moderation-queries.ts";

/** Suspends a seller with a reason. */
export function SuspendSeller({
  seller,
  onSuspended,
}: {
  seller: { id: string; name: string };
  onSuspended?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const suspend = useSuspendSeller();

  async function confirm(reason: string) {
    const { modifiedCount, message } = await suspend.mutateAsync({ id: seller.id, reason });
    if (announceOutcome(modifiedCount, message, `${isolate(seller.name)} suspended`))
      onSuspended?.();
    setOpen(false);
  }

  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-label={`Suspend ${isolate(seller.name)}`}
        onClick={() => setOpen(true)}
      >
        Suspend seller
      </Button>
      <ReasonDialog
        open={open}
        title={`Suspend ${isolate(seller.name)}?`}
        confirmLabel="Suspend"
        reasons={suspensionReasons}
        hint="We email the reason to the seller and keep it in the audit log."
        busy={suspend.isPending}
        onClose={() => setOpen(false)}
        onConfirm={(reason) => void confirm(reason).catch(() => undefined)}
      >
        All their cars are removed from the shop right away, unpaid bookings are canceled, and open
        reports on their cars are closed. Paid sales are not affected. The seller can appeal, and
        you can lift the suspension later.
      </ReasonDialog>
    </>
  );
}
