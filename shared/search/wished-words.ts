import type { WishedWords } from "./query-part.ts";
import { wordsAt, type ReadQuery } from "./read-query.ts";

/** A query of which some wished words count: trims as words of its text, variants in the label of their model. */
export function withWished(read: ReadQuery, counting: readonly WishedWords[]): ReadQuery {
  if (counting.length === 0) return read;
  const trims = counting.filter(({ variant }) => variant === null);
  const variants = counting.filter(({ variant }) => variant !== null);
  const textSpans = [...read.textSpans, ...trims.flatMap(({ spans }) => spans)];
  textSpans.sort((a, b) => a.start - b.start);
  return {
    ...read,
    parts: read.parts.map((part) => {
      const variant = variants.find(
        ({ spans: [first] }) => first!.start >= part.start && first!.end <= part.end,
      );
      return variant && part.filters.model
        ? { ...part, label: `${part.label} ${variant.words}` }
        : part;
    }),
    text: textSpans.map((span) => wordsAt(read, span)).join(" "),
    textSpans,
  };
}

/** Every word that a car should be described with, also of variants. */
export function describingText(read: ReadQuery): string {
  const spans = [...read.textSpans, ...read.wished.flatMap((wish) => wish.spans)];
  return spans
    .toSorted((a, b) => a.start - b.start)
    .map((span) => wordsAt(read, span))
    .join(" ");
}
