import { type ComponentProps, useEffect, useState } from "react";
import { onVisitorSign } from "#web/platform/visitor-signs.ts";
import { useHydrated } from "#web/platform/use-hydrated.ts";
import type { PricePictures } from "./price-pictures.tsx";

type PicturesModule = typeof import("./price-pictures.tsx");
type PicturesProps = ComponentProps<typeof PricePictures>;

// The condition keeps the pictures out of the browser's first scripts.
let loaded: PicturesModule | null = import.meta.env.SSR
  ? await import("./price-pictures.tsx")
  : null;

async function load(): Promise<PicturesModule> {
  return (loaded = await import("./price-pictures.tsx"));
}

/**
 * The pictures of a price. Those of the server's page stay as they are, since they do nothing; their code loads at the
 * first sign of a visitor, for the next page that shows some.
 */
export function LatePricePictures(props: PicturesProps) {
  const isHydrated = useHydrated();
  const [served] = useState(isHydrated ? null : props.valuation);
  const [module, setModule] = useState(loaded);
  const isServed = !import.meta.env.SSR && served === props.valuation;
  const isNeeded = !isServed && module === null;
  useEffect(() => {
    let isCurrent = true;
    const show = () =>
      load().then(
        (pictures) => isCurrent && setModule(pictures),
        // Offline: the next sign tries again. What they show is also written in words.
        () => undefined,
      );
    if (isNeeded) void show();
    const stop = loaded ? () => undefined : onVisitorSign(() => void show());
    return () => {
      isCurrent = false;
      stop();
    };
  }, [isNeeded]);
  if (isServed) return <div suppressHydrationWarning dangerouslySetInnerHTML={asServed} />;
  return <div>{module && <module.PricePictures {...props} />}</div>;
}

/** React leaves the server's markup alone as long as this is the same object. */
const asServed = { __html: "" };
