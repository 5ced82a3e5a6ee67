import { fold } from "#shared/text/fold.ts";

/** Where words are in a query. */
export type Span = { start: number; end: number };

/** A word of a query, as it was typed and folded. */
export type Token = Span & { text: string; folded: string };

/** The words of a text outside of the ranges in it. */
export function tokensOf(text: string, ranges: readonly Span[]): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[^\s,;]+/gu)) {
    const start = match.index;
    const end = match.index + match[0].length;
    if (ranges.some((range) => start < range.end && end > range.start)) continue;
    const folded = fold(match[0].toLowerCase());
    if (folded !== "") tokens.push({ text: match[0], folded, start, end });
  }
  return tokens;
}

/** Whether nothing separates the words: "c 2018 class" is no C Class. */
export function areAdjacent(tokens: readonly Token[], at: number, count: number): boolean {
  for (let index = at + 1; index < at + count; index++)
    if (tokens[index]!.start - tokens[index - 1]!.end > 2) return false;
  return true;
}

/** Some words of a text, folded, as one phrase. */
export function phraseOf(tokens: readonly Token[], at: number, count: number): string {
  return tokens
    .slice(at, at + count)
    .map((token) => token.folded)
    .join(" ");
}
