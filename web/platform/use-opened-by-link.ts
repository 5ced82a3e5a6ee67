import { NavigationType, useLocation, useNavigationType } from "react-router";
import { useHydrated } from "./loading/use-hydrated.ts";

/**
 * Whether a link led to the page, so that what is below its first screen can follow in a second step
 * (`use-second-step.ts`). Back and links to a part of the page show all at once: they need its whole
 * height. So does the server's page.
 */
export function useOpenedByLink(): boolean {
  const isHydrated = useHydrated();
  const isBack = useNavigationType() === NavigationType.Pop;
  const { hash } = useLocation();
  return isHydrated && !isBack && !hash;
}
