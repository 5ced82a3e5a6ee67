import type { Fuel } from "#shared/listings/listing.ts";
import type { Span } from "./query-tokens.ts";
import type { WordMeaning } from "./query-words.ts";

/** A part of a query that was understood. The same words may be several parts: "320d" is a model and a fuel. */
export type QueryPart = WordMeaning &
  Span & {
    /** A price with the sign of another currency than the shop's. */
    isForeign?: boolean;
  };

/**
 * An engine in a model's badge: "c220d" has the letters "c", the number 220 and the suffix "d". The letters are
 * null for a number that cars of several classes have.
 */
export type Variant = { letters: string | null; number: string; suffix: string };

/** Words that should describe a car, as a variant ("c63") or a trim ("m sport") does. Most sellers state neither. */
export type WishedWords = {
  /** As they were typed. */
  words: string;
  spans: Span[];
  /** Folded words that a text must have as they are. */
  terms: string[];
  /** Instead of the terms: it has several spellings. */
  variant: Variant | null;
};

/** What some words mean, from the first of them on. */
export type Understood = WordMeaning & {
  /** How many words these are. */
  count: number;
  /** The fuel that a badge names. */
  fuel?: Fuel;
  wish?: WishedWords;
  isTrim?: boolean;
  /** It has no filters. */
  isWish?: boolean;
  isExcluded?: boolean;
};
