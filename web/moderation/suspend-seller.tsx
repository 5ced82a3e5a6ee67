import { useState } from "react";
import { suspensionReasons } from "#shared/moderation/moderation.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { useSuspendSeller } from "./moderation-queries.ts";

/** Suspends a seller, once the admin has said why. */
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
    if (announceOutcome(modifiedCount, message, `${seller.name} suspended`)) onSuspended?.();
    setOpen(false);
  }

  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-label={`Suspend ${seller.name}`}
        onClick={() => setOpen(true)}
      >
        Suspend seller
      </Button>
      <ReasonDialog
        open={open}
        title={`Suspend ${seller.name}?`}
        confirmLabel="Suspend"
        reasons={suspensionReasons}
        hint="The seller is sent the reason by mail, and it stays in the audit log."
        busy={suspend.isPending}
        onClose={() => setOpen(false)}
        onConfirm={(reason) => void confirm(reason).catch(() => undefined)}
      >
        All their cars leave the shop at once, buyers who hold one lose the hold, and open reports
        of their cars are settled. What is paid stays sold. They may appeal, and you can lift it
        again.
      </ReasonDialog>
    </>
  );
}
