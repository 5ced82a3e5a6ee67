import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";

type RemoveDialogProps = {
  open: boolean;
  product: Pick<ReportedProduct, "name" | "sellerName"> | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
};

/** Asks before an admin removes a car from the shop, and why: the seller is sent the reason. */
export function RemoveDialog({ product, ...dialog }: RemoveDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title={`Remove ${product?.name ?? ""} from the shop?`}
      confirmLabel="Remove"
      hint="The seller is sent it by mail, and it stays in the audit log."
      maxLength={500}
    >
      Nobody will see this car of {product?.sellerName} any more, and a buyer who holds it loses the
      hold. The seller is told how to appeal; only an appeal that succeeds puts the car back.
    </ReasonDialog>
  );
}
