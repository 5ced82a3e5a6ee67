// Letters that are written from right to left, and characters that change the direction.
const directional =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\p{Bidi_Control}]/u;

/**
 * A user's text for a place inside one of our sentences, where it must not change the order of the words around it:
 * between U+2068 and U+2069 (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates). Text without
 * right-to-left characters stays as it is. Markup uses `<bdi>` instead.
 */
export function isolate(text: string): string {
  if (!directional.test(text)) return text;
  // Its own controls could end the isolation early.
  return `\u2068${text.replace(/\p{Bidi_Control}/gu, "")}\u2069`;
}
