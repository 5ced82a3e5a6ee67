import { editDistance } from "#shared/text/edit-distance.ts";

/**
 * Whether a word is another one with a typing error: one character wrong, missing, extra or swapped with its neighbor,
 * two from eight characters on. The first character must be right.
 */
export function isTypoOf(word: string, intended: string): boolean {
  const allowed = Math.min(word.length, intended.length) >= 8 ? 2 : 1;
  return word[0] === intended[0] && editDistance(word, intended, allowed) <= allowed;
}
