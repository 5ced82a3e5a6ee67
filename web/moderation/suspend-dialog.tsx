import { suspensionReasons } from "#shared/moderation/moderation.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import type { ConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { useSuspendSeller } from "./moderation-queries.ts";

type Suspended = { id: string; name: string };

type SuspendDialogProps = {
  suspension: ConfirmedRow<Suspended>;
  onSuspended?: (seller: Suspended) => void;
};

/** Suspends a seller with a reason. */
export function SuspendDialog({ suspension, onSuspended }: SuspendDialogProps) {
  const suspend = useSuspendSeller();

  async function confirm(seller: Suspended, reason: string) {
    const { modifiedCount, message } = await suspend.mutateAsync({ id: seller.id, reason });
    if (announceOutcome(modifiedCount, message, `${isolate(seller.name)} suspended`))
      onSuspended?.(seller);
  }

  return (
    <ReasonDialog
      open={suspension.open}
      title={`Suspend ${isolate(suspension.row?.name ?? "")}?`}
      confirmLabel="Suspend"
      reasons={suspensionReasons}
      hint="We email the reason to the seller and keep it in the audit log."
      busy={suspend.isPending}
      onClose={suspension.close}
      onConfirm={(reason) => suspension.confirm((seller) => confirm(seller, reason))}
    >
      All their cars are removed from the shop right away, unpaid bookings are canceled, and open
      reports on their cars are closed. Paid sales are not affected. The seller can appeal, and you
      can lift the suspension later.
    </ReasonDialog>
  );
}
