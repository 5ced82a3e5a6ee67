/**
 * What shows that there is a visitor. Crawlers and measurements never need the code that waits for it. A pointer that
 * rests where the page appears causes `pointerover` at some time while it loads.
 */
const signs = ["pointermove", "pointerdown", "keydown", "scroll"];

/** Calls `act` at each sign of a visitor until the returned function is called. */
export function onVisitorSign(act: () => void): () => void {
  for (const sign of signs) addEventListener(sign, act, { passive: true });
  return () => {
    for (const sign of signs) removeEventListener(sign, act);
  };
}
