import type { FeedColumnMap } from "#shared/feeds/feed-contract.ts";
import type { PreviewedValues } from "#shared/feeds/feed-preview-contract.ts";
import { fold } from "#shared/text/fold.ts";

type OfColumn = { header: string; column: PreviewedValues };
/** The meanings of values by folded text. Null leaves a value out. */
export type Meanings = Record<string, string | null>;

/** What the values of a column mean: as chosen here, or as the preview says if nothing was chosen yet. */
export function meaningsOf(mapping: FeedColumnMap, { header, column }: OfColumn): Meanings {
  const chosen = mapping[fold(header)];
  if (chosen && typeof chosen === "object" && chosen.field === column.field) return chosen.values;
  const mapped = column.values.filter(({ isMapped }) => isMapped);
  return Object.fromEntries(mapped.map(({ value, meaning }) => [fold(value), meaning]));
}

/** What a value means: null if it is left out, undefined if it is read as it is. */
export const meaningOf = (meanings: Meanings, value: string): string | null | undefined =>
  Object.hasOwn(meanings, fold(value)) ? meanings[fold(value)] : undefined;

/** The mapping with another meaning of one value. An undefined meaning removes it. */
export function mapValue(
  mapping: FeedColumnMap,
  of: OfColumn,
  value: string,
  meaning: string | null | undefined,
): FeedColumnMap {
  const { [fold(value)]: _, ...others } = meaningsOf(mapping, of);
  const values = meaning === undefined ? others : { ...others, [fold(value)]: meaning };
  return { ...mapping, [fold(of.header)]: { field: of.column.field, values } };
}
