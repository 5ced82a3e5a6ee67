import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { ButtonLook } from "./button-class.ts";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Where focus goes on closing, for a dialog that its address opened; by default to what had it before. */
  returnFocusTo?: () => HTMLElement | null;
  onConfirm: () => void;
  title: string;
  children?: ReactNode;
  /** What is asked along with the question. */
  fields?: ReactNode;
  /** The button's word for the deed itself: "Delete", not "OK". */
  confirmLabel: string;
  confirmLook?: ButtonLook;
  /** The other button's label, where "Cancel" could be taken for the deed itself. */
  keepLabel?: string;
  busy?: boolean;
};

/**
 * A question before something that cannot simply be taken back. Only the confirming button does it; Escape and the other
 * button do not. Once confirmed, it stays open until the answer: closing it would look like canceling what was sent.
 */
export function ConfirmDialog({
  open,
  onClose,
  returnFocusTo,
  onConfirm,
  title,
  children,
  fields,
  confirmLabel,
  confirmLook = "danger",
  keepLabel = "Cancel",
  busy = false,
}: ConfirmDialogProps) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 flex items-end justify-center overflow-y-auto sm:items-center sm:p-6">
          <AlertDialog.Popup
            finalFocus={returnFocusTo}
            className="max-h-dvh w-full overflow-y-auto rounded-soft bg-raised wrap-anywhere p-6 text-ink transition duration-200 ease-settle data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:max-w-md sm:p-8"
          >
            <AlertDialog.Title className="display text-2xl text-balance">{title}</AlertDialog.Title>
            {children && (
              <AlertDialog.Description className="mt-3 text-muted" render={<div />}>
                {children}
              </AlertDialog.Description>
            )}
            {fields && <div className="mt-6">{fields}</div>}
            <div className="mt-8 flex flex-wrap-reverse justify-end gap-3">
              <AlertDialog.Close
                disabled={busy}
                render={<Button look="secondary">{keepLabel}</Button>}
              />
              <Button look={confirmLook} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
