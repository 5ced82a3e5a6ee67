import { createContext, useContext } from "react";

/** A part of a page that depends on nothing but its props. */
export type Part = {
  /** Everything that the part depends on: a text, and objects that no one changes. */
  key: string;
  of: readonly object[];
  /** The start of its markup, which only parts about the same have, and the tag that ends it. */
  start: string;
  end: string;
};

/** Finds what stands for the markup of a part if the server has rendered it before, so that pages can share it. */
export type FindMarkup = (part: Part) => string | undefined;

export const KnownMarkup = createContext<FindMarkup | null>(null);

/** Null in the browser, where parts are always components. */
export function useKnownMarkup(): FindMarkup | null {
  return useContext(KnownMarkup);
}
