import { useEffect } from "react";
import { longestTimer } from "./next-look.ts";
import { serverTime } from "#web/platform/requests/server-clock.ts";

/** Calls `onEnd` when the hold expires. Null means there is no hold. */
export function useHoldEnd(expiresAt: string | null, onEnd: () => void): void {
  useEffect(() => {
    if (expiresAt === null) return;
    // One second longer than the hold, because the server's time is known to a second.
    const left = Date.parse(expiresAt) - serverTime() + 1_000;
    const timer = setTimeout(onEnd, Math.min(Math.max(left, 1_000), longestTimer));
    return () => clearTimeout(timer);
  }, [expiresAt, onEnd]);
}
