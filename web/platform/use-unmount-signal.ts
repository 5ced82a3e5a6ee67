import { useCallback, useEffect, useRef } from "react";

/**
 * A signal that aborts when the component unmounts, so abandoned requests are not sent later by a retry or as the
 * second step of an action.
 */
export function useUnmountSignal(): () => AbortSignal {
  const controller = useRef<AbortController | null>(null);
  useEffect(() => {
    // In development, React unmounts and remounts at once.
    if (controller.current?.signal.aborted) controller.current = null;
    return () => (controller.current ??= new AbortController()).abort();
  }, []);
  return useCallback(() => (controller.current ??= new AbortController()).signal, []);
}
