import type { Column } from "./map-headers.ts";
import type { Field } from "./header-words.ts";
import type { Remark } from "./feed-car.ts";
import { tidy, type Parsed } from "./parsed.ts";

/** One row's cells by meaning. Faults and facts left out gather in it while the row is read. */
export type RowReader = {
  readonly faults: Remark[];
  readonly leftOut: Remark[];
  /** The value of a field: null where no column says anything; columns of the same meaning must agree. */
  take<T>(field: Field, parse: (text: string, column: Column) => Parsed<T>): T | null;
  /** The header of a field's first column, for a fault that concerns the whole field. */
  headerOf(field: Field): string;
  /** The cell's text as it stands, for a field that holds free text. */
  textOf(field: Field): string;
};

/** Reads one row through the feed's columns. */
export function createRowReader(
  cells: readonly string[],
  columns: ReadonlyMap<Field, readonly Column[]>,
): RowReader {
  const faults: Remark[] = [];
  const headerOf = (field: Field) => columns.get(field)?.[0]?.header ?? field;
  return {
    faults,
    leftOut: [],
    headerOf,
    textOf: (field) =>
      (columns.get(field) ?? [])
        .map(({ index }) => (cells[index] ?? "").trim())
        .find((text) => tidy(text) !== "") ?? "",
    take<T>(field: Field, parse: (text: string, column: Column) => Parsed<T>): T | null {
      let taken: { value: T; header: string } | null = null;
      for (const column of columns.get(field) ?? []) {
        const parsed = parse(tidy(cells[column.index] ?? ""), column);
        if (parsed === "empty") continue;
        if ("fault" in parsed) faults.push({ column: column.header, reason: parsed.fault });
        else if (!taken) taken = { value: parsed.value, header: column.header };
        else if (JSON.stringify(taken.value) !== JSON.stringify(parsed.value))
          faults.push({
            column: column.header,
            reason: `says something else than "${taken.header}"`,
          });
      }
      return taken ? taken.value : null;
    },
  };
}
