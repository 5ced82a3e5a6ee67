import { rememberResults } from "#server/platform/remember-results.ts";

// For a longer text, V8 would keep the whole part of the file that it was cut from.
const longestText = 12;

/** A pure function that remembers its results for short texts, because feeds repeat most of their values. */
export function rememberShort<Result>(read: (text: string) => Result): (text: string) => Result {
  const remembered = rememberResults(read, 20_000);
  return (text) => (text.length > longestText ? read(text) : remembered(text));
}
