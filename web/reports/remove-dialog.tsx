import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";

type RemoveDialogProps = {
  open: boolean;
  product: Pick<ReportedProduct, "name" | "sellerName"> | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
};

/** Confirms removing a car and asks for the reason, which is sent to the seller. */
export function RemoveDialog({ product, ...dialog }: RemoveDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title={`Remove ${isolate(product?.name ?? "")} from the shop?`}
      confirmLabel="Remove"
      hint="We email the reason to the seller and keep it in the audit log."
      maxLength={500}
    >
      No one will see this car from <bdi>{product?.sellerName}</bdi> anymore, and an unpaid booking
      is canceled. We tell the seller how to appeal. Only a successful appeal puts the car back.
    </ReasonDialog>
  );
}
