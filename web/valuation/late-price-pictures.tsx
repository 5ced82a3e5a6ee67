import { type ComponentProps, useState } from "react";
import { lateCode, useLateCode } from "#web/platform/loading/late-code.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import type { PricePictures } from "./price-pictures.tsx";

// The condition keeps the pictures out of the browser's first scripts.
const pictures = lateCode(
  () => import("./price-pictures.tsx"),
  import.meta.env.SSR ? await import("./price-pictures.tsx") : null,
);

/**
 * The pictures of a price. Those of the server's page stay as they are, since they do nothing; their code loads at the
 * first sign of a visitor, for the next page that shows some. What they show is also written in words.
 */
export function LatePricePictures(props: ComponentProps<typeof PricePictures>) {
  const isHydrated = useHydrated();
  const [served] = useState(isHydrated ? null : props.valuation);
  const isServed = !import.meta.env.SSR && served === props.valuation;
  const module = useLateCode(pictures, { isNeededNow: !isServed });
  if (isServed) return <div suppressHydrationWarning dangerouslySetInnerHTML={asServed} />;
  return <div>{module && <module.PricePictures {...props} />}</div>;
}

/** React leaves the server's markup alone as long as this is the same object. */
const asServed = { __html: "" };
