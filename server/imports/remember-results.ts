const mostTexts = 20_000;
// Of a longer text, V8 would keep the whole part of the file that it was cut from.
const longestText = 12;

/** A pure function that remembers its results for short texts, because feeds repeat most of their values. */
export function rememberResults<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (text.length > longestText) return read(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (known.size >= mostTexts) known.clear();
    known.set(text, result);
    return result;
  };
}
