/** A pure function that remembers up to `most` results, because cars share few values, and reading one takes long. */
export function rememberResults<Result>(
  read: (text: string) => Result,
  most: number,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const before = results.get(text);
    if (before !== undefined) return before;
    const result = read(text);
    if (results.size >= most) results.clear();
    results.set(text, result);
    return result;
  };
}
