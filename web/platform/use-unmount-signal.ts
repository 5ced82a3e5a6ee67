import { useCallback, useEffect, useRef } from "react";

/**
 * A signal that is aborted when the component leaves the page, and stays so: what a person walked away from is not sent
 * later, by a retry or as the second step of something longer.
 */
export function useUnmountSignal(): () => AbortSignal {
  const controller = useRef<AbortController | null>(null);
  useEffect(() => {
    // In development React unmounts and mounts again at once.
    if (controller.current?.signal.aborted) controller.current = null;
    return () => (controller.current ??= new AbortController()).abort();
  }, []);
  return useCallback(() => (controller.current ??= new AbortController()).signal, []);
}
