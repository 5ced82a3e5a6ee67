import { useEffect } from "react";
import { longestTimer } from "./next-look.ts";

/** Calls `onEnd` when a hold that is open on the page runs out. Null: there is none. */
export function useHoldEnd(expiresAt: string | null, onEnd: () => void): void {
  useEffect(() => {
    if (expiresAt === null) return;
    // A second more than the hold: the server's clock decides, and need not be this one.
    const left = Date.parse(expiresAt) - Date.now() + 1_000;
    const timer = setTimeout(onEnd, Math.min(Math.max(left, 1_000), longestTimer));
    return () => clearTimeout(timer);
  }, [expiresAt, onEnd]);
}
