import { useLocation } from "react-router";
import { useHydrated } from "#web/platform/use-hydrated.ts";

/**
 * What the link of a mail carries behind its #, which browsers do not send to anybody. Undefined until the browser has
 * taken the page over; empty where the page was opened without.
 */
export function useLinkToken(): string | undefined {
  const { hash } = useLocation();
  return useHydrated() ? hash.slice(1) : undefined;
}
