import type { Make } from "#shared/makes/all-makes.ts";
import { makes } from "#shared/makes/sold-makes.ts";

/** The models of each make that any car has. */
export function modelCounts(codeOf: (model: string) => number) {
  const counts = new Map<string, { make: Make; model: string; cars: number }>();
  let sorted: { make: Make; model: string; code: number }[] | null = null;
  return {
    change(make: Make, model: string | null, by: 1 | -1): void {
      if (model === null) return;
      const key = `${make} ${model}`;
      const entry = counts.get(key) ?? { make, model, cars: 0 };
      entry.cars += by;
      if (entry.cars === 0) counts.delete(key);
      else counts.set(key, entry);
      if (entry.cars === 0 || (entry.cars === 1 && by === 1)) sorted = null;
    },
    /** By make and name. The same name of two makes is one filter value with the cars of both. */
    sorted(): readonly { make: Make; model: string; code: number }[] {
      sorted ??= [...counts.values()]
        .map(({ make, model }) => ({ make, model, code: codeOf(model) }))
        .toSorted(
          (a, b) =>
            makes.indexOf(a.make) - makes.indexOf(b.make) ||
            a.model.localeCompare(b.model, "en", { numeric: true }),
        );
      return sorted;
    },
  };
}
