type Listener = (event: Event) => void;
const listeners = new Set<Listener>();

// Registered when the root's code runs, before the router starts: browsers call listeners in this order, with or without
// `capture`.
if (typeof window !== "undefined")
  addEventListener("popstate", (event) => {
    for (const listener of listeners) listener(event);
  });

/** Hears of Back and Forward before the router does, and can stop the event. Returns a function that ends it. */
export function onTraversal(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
