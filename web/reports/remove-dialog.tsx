import { useRef, useState } from "react";
import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";

type RemoveDialogProps = {
  open: boolean;
  product: ReportedProduct | null;
  busy: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
};

/** Asks before a reported car leaves the shop, and why it does: the seller is sent the reason. */
export function RemoveDialog({ open, product, busy, onClose, onConfirm }: RemoveDialogProps) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const [isMissing, setMissing] = useState(false);

  function confirm() {
    const words = reason.current?.value.trim() ?? "";
    setMissing(words === "");
    if (words === "") reason.current?.focus();
    else onConfirm(words);
  }

  return (
    <ConfirmDialog
      open={open}
      title={`Remove ${product?.name ?? ""} from the shop?`}
      confirmLabel="Remove"
      busy={busy}
      onClose={() => {
        setMissing(false);
        onClose();
      }}
      onConfirm={confirm}
      fields={
        <TextAreaField
          ref={reason}
          label="Reason"
          rows={3}
          maxLength={500}
          hint="The seller is sent it by mail, and it stays in the audit log."
          error={isMissing ? "Reason is required." : undefined}
        />
      }
    >
      Nobody will see this car of {product?.sellerName} any more, and a buyer who holds it loses the
      hold. The seller is told how to appeal; only an appeal that succeeds puts the car back.
    </ConfirmDialog>
  );
}
