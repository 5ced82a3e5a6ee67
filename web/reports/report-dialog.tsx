import { useRef } from "react";
import type { Role } from "#shared/accounts/account.ts";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { joinReason } from "#shared/reports/report-reasons.ts";
import { isolate } from "#shared/text/isolate.ts";
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
  product: CardListing | null;
  role: Role | null;
};

/** Confirms a report before sending it. */
export function ReportDialog({ open, onClose, returnFocusTo, product, role }: ReportDialogProps) {
  const report = useReportProduct();
  const choice = useRef<HTMLSelectElement>(null);
  const details = useRef<HTMLTextAreaElement>(null);

  if (product === null || role === "Seller" || role === "admin") {
    return (
      <Dialog
        open={open}
        onClose={onClose}
        returnFocusTo={returnFocusTo}
        title="Report a car"
        description={
          product === null
            ? "This car is no longer listed."
            : role === "admin"
              ? "Only buyers can report cars. As an admin, you can remove this one."
              : "Only buyers can report cars. Sign in with a buyer account to report this one."
        }
      >
        <div className="flex flex-wrap gap-3">
          {product && role === "admin" && (
            <LinkButton to={`/dashboard/cars?q=${product._id}`}>Open it in Cars</LinkButton>
          )}
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  }

  function send({ _id, name }: CardListing) {
    const reason = joinReason(choice.current?.value ?? "", details.current?.value ?? "");
    report.mutate(
      { productId: _id, reason },
      {
        onSuccess: ({ matchedCount, message }) => {
          if (matchedCount > 0) toast.success(`${isolate(name)} reported successfully!`);
          else toast.error(message ?? "We could not report this car. Please try again.");
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
      title={`Do you want to report this product named ${isolate(product.name)}`}
      confirmLabel="Report"
      busy={report.isPending}
      fields={<ReportReason choice={choice} details={details} />}
    >
      An admin will review the listing, and we'll email you the outcome. The seller won't know who
      reported it.
    </ConfirmDialog>
  );
}
