import { startTransition, useEffect, useState } from "react";

/**
 * Whether everything is to be shown. If `isInSteps`, that is after two frames: during the first one other threads draw the
 * first part, and on two cores rendering the rest would take one of them.
 */
export function useSecondStep(isInSteps: boolean): boolean {
  const [isWhole, setWhole] = useState(!isInSteps);
  useEffect(() => {
    if (isWhole) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => startTransition(() => setWhole(true)));
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isWhole]);
  return isWhole;
}
