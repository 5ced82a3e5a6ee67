import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { PageTimeout } from "./page-timeout.ts";

/** Milliseconds a navigation may take, its script chunk included. The seed's constant. */
export const navigationTimeoutMs = 120_000;

/**
 * Raises the error page when a navigation has not ended in time. A script that fails outright raises it at once (decision
 * 0024); one that neither fails nor arrives would leave the visitor waiting forever.
 */
export function SlowNavigationGuard() {
  const { state, location } = useNavigation();
  const target = state === "idle" ? null : `${location.pathname}${location.search}`;
  const [late, setLate] = useState<string | null>(null);

  useEffect(() => {
    if (target === null) return;
    const timer = setTimeout(() => setLate(target), navigationTimeoutMs);
    return () => clearTimeout(timer);
  }, [target]);

  if (late !== null && late === target) throw new PageTimeout(late);
  return null;
}
