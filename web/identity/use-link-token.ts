import { useLocation } from "react-router";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";

/**
 * The token after the # of an emailed link, which browsers don't send to servers. Undefined until hydration; empty
 * if there is none.
 */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  return useHydrated() ? hash.slice(1) : undefined;
}
