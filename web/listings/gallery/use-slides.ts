import { type KeyboardEvent, useCallback, useRef, useState } from "react";

/**
 * A row of slides that scrolls by swipe, and by keys and buttons here. Starts at `first`; `onShow` is called whenever
 * another slide is shown.
 */
export function useSlides(count: number, first = 0, onShow?: (slide: number) => void) {
  const element = useRef<HTMLUListElement | null>(null);
  const [current, setCurrent] = useState(first);

  const strip = useCallback(
    (mounted: HTMLUListElement | null) => {
      element.current = mounted;
      if (mounted && first > 0) mounted.scrollLeft = first * mounted.clientWidth;
    },
    // Only where it starts: later slides are shown by scrolling.
    [],
  );

  function change(slide: number) {
    if (slide === current) return;
    setCurrent(slide);
    onShow?.(slide);
  }

  function show(slide: number) {
    const to = Math.max(0, Math.min(count - 1, slide));
    element.current?.scrollTo({ left: to * element.current.clientWidth });
    change(to);
  }

  function onScroll() {
    const { scrollLeft = 0, clientWidth = 0 } = element.current ?? {};
    if (clientWidth > 0) change(Math.round(scrollLeft / clientWidth));
  }

  function onKeyDown(event: KeyboardEvent) {
    const to = slideOfKey[event.key]?.(current, count);
    // Handled already by what is within.
    if (to === undefined || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(to);
  }

  return { strip, current, show, onScroll, onKeyDown };
}

const slideOfKey: Record<string, (current: number, count: number) => number> = {
  ArrowLeft: (current) => current - 1,
  ArrowRight: (current) => current + 1,
  Home: () => 0,
  End: (_current, count) => count - 1,
};
