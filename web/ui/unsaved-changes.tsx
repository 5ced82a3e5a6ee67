import type { ReactNode } from "react";
import { useLeaveQuestion } from "#web/platform/use-leave-question.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before the page with a form is left while it has changes. */
export function UnsavedChanges({
  hasChanges,
  children,
}: {
  hasChanges: () => boolean;
  /** What would be lost. */
  children: ReactNode;
}) {
  const { go, stay } = useLeaveQuestion(hasChanges);
  return (
    <ConfirmDialog
      open={go !== null}
      title="Leave without saving?"
      confirmLabel="Leave"
      keepLabel="Keep editing"
      onClose={stay}
      onConfirm={() => go?.()}
    >
      {children}
    </ConfirmDialog>
  );
}
