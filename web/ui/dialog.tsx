import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { DialogBusyProvider, useDialogBusy } from "./dialog-busy.ts";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  /** Where focus goes on close, for a dialog opened by the URL; by default the previously focused element. */
  returnFocusTo?: () => HTMLElement | null;
  /** Focused on open; by default the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null>;
  title: string;
  description?: ReactNode;
  children: ReactNode;
};

/**
 * A modal dialog: traps focus, closes on Escape or a click outside, and restores focus. Stays open while a button
 * inside is busy.
 */
export function Dialog({
  open,
  onClose,
  returnFocusTo,
  initialFocus,
  title,
  description,
  children,
}: DialogProps) {
  const { isBusy, report } = useDialogBusy();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && !isBusy && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center overflow-y-auto sm:items-center sm:p-6">
          <Base.Popup
            // On touch, keep the default, which doesn't open the keyboard.
            initialFocus={(openedBy) =>
              openedBy === "touch" ? true : (initialFocus?.current ?? true)
            }
            finalFocus={returnFocusTo}
            className="relative max-h-dvh w-full overflow-y-auto rounded-soft bg-raised wrap-anywhere p-6 text-ink transition duration-200 ease-settle data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:max-w-lg sm:p-10"
          >
            <Base.Title className="display pr-12 text-3xl">{title}</Base.Title>
            {description && (
              <Base.Description className="mt-3 text-muted" render={<div />}>
                {description}
              </Base.Description>
            )}
            <DialogBusyProvider value={report}>
              <div className="mt-6">{children}</div>
            </DialogBusyProvider>
            <Base.Close
              aria-label="Close"
              disabled={isBusy}
              className="absolute top-4 right-4 grid size-11 place-items-center text-muted transition-colors enabled:hover:text-ink disabled:opacity-55 sm:top-7 sm:right-7"
            >
              <X aria-hidden="true" size={20} strokeWidth={1.5} />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
