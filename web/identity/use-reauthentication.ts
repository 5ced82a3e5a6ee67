import { useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";

/**
 * Runs an action that needs recent reauthentication. If it is missing, opens the dialog and retries the action
 * afterwards.
 */
export function useReauthentication() {
  const [pending, setPending] = useState<{ run: () => Promise<void> } | null>(null);
  return {
    /** Whether the dialog is open. */
    isOpen: pending !== null,
    cancel: () => setPending(null),
    /** Opens the dialog immediately, then runs `action`. */
    confirmThen: (action: () => Promise<void>) => setPending({ run: action }),
    /** Called by the dialog after reauthentication. */
    async confirmed() {
      setPending(null);
      await pending?.run();
    },
    /** @throws any error of the action itself */
    async run(action: () => Promise<void>) {
      try {
        await action();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "reauthentication_required") throw error;
        setPending({ run: action });
      }
    },
  };
}
