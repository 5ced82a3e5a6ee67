import { useEffect, useRef } from "react";

/** Calls `onEscape` when Escape is pressed anywhere on the page while `isOn`, unless a control there uses it. */
export function useEscape(isOn: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) =>
      event.key === "Escape" && !event.defaultPrevented && latest.current();
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOn]);
}
