import { AlertDialog } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import type { ButtonLook } from "./button-class.ts";

type ConfirmDialogProps = {
  open: boolean;
  onClose: () => void;
  /** Where focus goes on close, for a dialog opened by the URL; by default the previously focused element. */
  returnFocusTo?: () => HTMLElement | null;
  onConfirm: () => void;
  title: string;
  children?: ReactNode;
  /** Form fields below the question. */
  fields?: ReactNode;
  /** The action's verb: "Delete", not "OK". */
  confirmLabel: string;
  confirmLook?: ButtonLook;
  /** Label of the other button, if "Cancel" would be ambiguous. */
  keepLabel?: string;
  busy?: boolean;
};

/**
 * Confirms an action that can't easily be undone. Only the confirm button runs it. Stays open while the action runs,
 * since closing would look like canceling.
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
