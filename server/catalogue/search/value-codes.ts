/** Numbers the distinct values of a column, so that rows contain small numbers. Codes are never reused. */
export type ValueCodes = {
  /** The code of a value, which is added if it is new. */
  add(value: string): number;
  /** The code of a value, or undefined if no row ever had it. */
  find(value: string): number | undefined;
  value(code: number): string;
  size(): number;
};

export function valueCodes(initial: readonly string[]): ValueCodes {
  const values: string[] = [];
  const codes = new Map<string, number>();
  function add(value: string): number {
    const code = codes.get(value);
    if (code !== undefined) return code;
    codes.set(value, values.length);
    return values.push(value) - 1;
  }
  for (const value of initial) add(value);
  return {
    add,
    find: (value) => codes.get(value),
    value: (code) => values[code]!,
    size: () => values.length,
  };
}
