import type { WishedWords } from "./query-part.ts";
import { wordsAt, type ReadQuery } from "./read-query.ts";

/**
 * A query of which some wished words count: variants in the label of their model, trims and variants without a model as words
 * of its text.
 */
export function withWished(read: ReadQuery, counting: readonly WishedWords[]): ReadQuery {
  if (counting.length === 0) return read;
  const models = read.parts.filter(({ filters }) => filters.model);
  const modelOf = ({ variant, spans: [first] }: WishedWords) =>
    variant && models.find(({ start, end }) => first!.start >= start && first!.end <= end);
  const words = counting.filter((wish) => !modelOf(wish));
  const textSpans = [...read.textSpans, ...words.flatMap(({ spans }) => spans)];
  textSpans.sort((a, b) => a.start - b.start);
  return {
    ...read,
    parts: read.parts.map((part) => {
      const variant = counting.find((wish) => modelOf(wish) === part);
      return variant ? { ...part, label: `${part.label} ${variant.words}` } : part;
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
