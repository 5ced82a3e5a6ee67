import { useEffect, useState } from "react";
import { onVisitorSign } from "../visitor-signs.ts";

/** Code that a page of the server does without until there is a sign of a visitor. */
export type LateCode<Module> = {
  load: () => Promise<Module>;
  /** Null until it was loaded. */
  loaded: () => Module | null;
};

/** @param atStart the module itself where it is part of the program already, as on the server */
export function lateCode<Module extends object>(
  importModule: () => Promise<Module>,
  atStart: Module | null = null,
): LateCode<Module> {
  let loaded = atStart;
  return {
    load: async () => (loaded = await importModule()),
    loaded: () => loaded,
  };
}

/**
 * The module, loaded at once if it is needed now, otherwise at the first sign of a visitor; null until then. After a
 * failure, such as without a connection, the next sign tries again.
 */
export function useLateCode<Module extends object>(
  code: LateCode<Module>,
  { isNeededNow }: { isNeededNow: boolean },
): Module | null {
  const [module, setModule] = useState(code.loaded);
  useEffect(() => {
    if (module) return;
    let isCurrent = true;
    const show = () => {
      code.load().then(
        (loaded) => isCurrent && setModule(loaded),
        () => undefined,
      );
    };
    if (isNeededNow) show();
    const stop = onVisitorSign(show);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [code, isNeededNow, module]);
  return module;
}
