import { type RefObject, useEffect, useState } from "react";

/** Whether an element is at least partly in the window; true until that is known. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)!.isIntersecting),
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return isInView;
}
