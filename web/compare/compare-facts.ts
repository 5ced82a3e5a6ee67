export type ComparedRow = {
  label: string;
  /** One per car; null where the listing does not state the fact. */
  values: (string | null)[];
  /** Whether two cars state different values. */
  isDifferent: boolean;
  /** Whether all cars state the same value. A row is neither if only some cars state the fact. */
  isSame: boolean;
};

/**
 * The facts of several cars as rows, in the order of the given lists. All lists have the same labels. A fact that no car
 * states has no row.
 */
export function compareFacts(
  cars: readonly (readonly { label: string; value: string | null }[])[],
): ComparedRow[] {
  const labels = cars[0]?.map(({ label }) => label) ?? [];
  return labels.flatMap((label, at) => {
    const values = cars.map((facts) => facts[at]?.value ?? null);
    const stated = new Set(values.filter((value) => value !== null));
    if (stated.size === 0) return [];
    const isSame = stated.size === 1 && !values.includes(null);
    return [{ label, values, isDifferent: stated.size > 1, isSame }];
  });
}
