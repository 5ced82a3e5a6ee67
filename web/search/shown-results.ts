import { useEffect } from "react";

/** A list of results: where it is, and how many cars it has. */
export type Results = { href: string; total: number };

let shown: Results | null = null;

/** Notes which results are on the screen, for the page of a car that is opened from them. */
export function useShownResults(href: string, total: number | null): void {
  useEffect(() => {
    shown = total === null ? null : { href, total };
    return () => {
      shown = null;
    };
  }, [href, total]);
}

/** The results on the screen. While another page is rendered in their place, they still are. */
export function shownResults(): Results | null {
  return shown;
}
