import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { useFailedPage } from "./failed-page.tsx";
import { PageTimeout } from "./page-timeout.ts";

/** Maximum duration of a navigation in ms, script chunk included (docs/specification.md, "Interface constants"). */
const navigationTimeoutMs = 120_000;

/**
 * Shows the error page when a navigation takes too long. A script that fails to load already does so (decision
 * 0024); one that hangs would leave the visitor waiting forever.
 */
export function SlowNavigationGuard() {
  const { state, location } = useNavigation();
  const failure = useFailedPage();
  const target = state === "idle" || failure ? null : `${location.pathname}${location.search}`;
  const [late, setLate] = useState<string | null>(null);

  useEffect(() => {
    if (target === null) return;
    const timer = setTimeout(() => setLate(target), navigationTimeoutMs);
    return () => clearTimeout(timer);
  }, [target]);

  if (late !== null && late === target) throw new PageTimeout(late);
  return null;
}
