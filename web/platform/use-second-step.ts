import { startTransition, useEffect, useState } from "react";

/**
 * Whether everything is to be shown. If `isInSteps`, that is after the frame after the first part: until then, other threads
 * draw that part, for which a machine with two cores needs both.
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
