import { useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";

type Waiting = { again: () => Promise<void> };

/**
 * Runs an action that needs recent reauthentication. If it is missing, opens the dialog and retries the action
 * afterwards.
 */
export function useReauthentication() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  return {
    isAsking: waiting !== null,
    cancel: () => setWaiting(null),
    /** Asks immediately, then runs `action`. */
    ask: (action: () => Promise<void>) => setWaiting({ again: action }),
    /** Called by the dialog after reauthentication. */
    async proved() {
      setWaiting(null);
      await waiting?.again();
    },
    /** @throws any error of the action itself */
    async run(action: () => Promise<void>) {
      try {
        await action();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "reauthentication_required") throw error;
        setWaiting({ again: action });
      }
    },
  };
}
