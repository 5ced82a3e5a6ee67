import { useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";

type Waiting = { again: () => Promise<void> };

/**
 * For what the shop does only after a recent proof of who is there: runs it, and where the proof is missing opens the
 * dialog that asks for one and runs it again afterwards.
 */
export function useReauthentication() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  return {
    isAsking: waiting !== null,
    cancel: () => setWaiting(null),
    /** Asks at once, and goes on with `action`. */
    ask: (action: () => Promise<void>) => setWaiting({ again: action }),
    /** The dialog has its proof. */
    async proved() {
      setWaiting(null);
      await waiting?.again();
    },
    /** @throws Error of the action itself */
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
