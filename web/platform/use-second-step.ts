import { startTransition, useEffect, useState } from "react";

/** Whether everything is to be shown. If `isInSteps`, that is after a frame with the first part has been painted. */
export function useSecondStep(isInSteps: boolean): boolean {
  const [isWhole, setWhole] = useState(!isInSteps);
  useEffect(() => {
    if (isWhole) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setWhole(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isWhole]);
  return isWhole;
}
