import type { ReactNode } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before the page with a form is left while it has changes. About a reload, the browser asks. */
export function UnsavedChanges({
  hasChanges,
  children,
}: {
  hasChanges: () => boolean;
  /** What would be lost. */
  children: ReactNode;
}) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasChanges(),
  );
  useBeforeUnload((event) => hasChanges() && event.preventDefault());
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title="Leave without saving?"
      confirmLabel="Leave"
      keepLabel="Keep editing"
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
