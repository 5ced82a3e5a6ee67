import { useRef } from "react";
import type { Role } from "#shared/accounts/account.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { joinReason } from "#shared/reports/report-reasons.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { ReportReason } from "./report-reason.tsx";
import { useReportProduct } from "./report-queries.ts";

type ReportDialogProps = {
  open: boolean;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null;
  product: ListedProduct | null;
  role: Role | null;
};

/** Asks before a car is reported to the admin; only the confirmation sends anything. */
export function ReportDialog({ open, onClose, returnFocusTo, product, role }: ReportDialogProps) {
  const report = useReportProduct();
  const choice = useRef<HTMLSelectElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);

  if (product === null || role === "Seller" || role === "admin") {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
        title="Report a car"
        description={
          product === null
            ? "This car is no longer in this list."
            : role === "admin"
              ? "Buyers report cars. As an admin you can remove this one."
              : "Cars are reported with a buyer's account. You are signed in as another kind."
        }
      >
        <div className="flex flex-wrap gap-3">
          {product && role === "admin" && (
            <LinkButton to={`/dashboard/cars?q=${product._id}`}>Find it under Cars</LinkButton>
          )}
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  }

  function send({ _id, name }: ListedProduct) {
    const reason = joinReason(choice.current?.value ?? "", words.current?.value ?? "");
    report.mutate(
      { productId: _id, reason },
      {
        onSuccess: ({ matchedCount, message }) => {
          if (matchedCount > 0) toast.success(`${name} reported successfully!`);
          else toast.error(message ?? "This car could not be reported.");
          onClose();
        },
      },
    );
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
      onConfirm={() => send(product)}
      title={`Do you want to report this product named ${product.name}`}
      confirmLabel="Report"
      busy={report.isPending}
      fields={<ReportReason choice={choice} words={words} />}
    >
      An admin will look at the listing, and you are sent what came of it. The seller is not told
      who reported it.
    </ConfirmDialog>
  );
}
