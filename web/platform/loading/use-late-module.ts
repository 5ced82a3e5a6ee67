import { useEffect, useState } from "react";

type Loading<Module> = { module: Module | null; hasFailed: boolean };

/**
 * A module that is loaded once `isWanted`, and again when it becomes wanted after a failure. `load` must stay the same
 * function.
 */
export function useLateModule<Module extends object>(
  isWanted: boolean,
  load: () => Promise<Module>,
): Loading<Module> {
  const [state, setState] = useState<Loading<Module>>({ module: null, hasFailed: false });
  const isDone = state.module !== null;
  useEffect(() => {
    if (!isWanted || isDone) return;
    let isCurrent = true;
    load().then(
      (module) => isCurrent && setState({ module, hasFailed: false }),
      () => isCurrent && setState({ module: null, hasFailed: true }),
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, isDone, load]);
  return state;
}
