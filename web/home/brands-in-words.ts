import { inSentence } from "#shared/text/in-sentence.ts";

const mostNamed = 4;

/** The shop's brands in a sentence. Of many, only the first are named, and then `others`. */
export function brandsInWords(makes: readonly string[], others: string): string {
  if (makes.length <= mostNamed) return inSentence(makes, "and");
  return inSentence([...makes.slice(0, mostNamed - 1), others], "and");
}
