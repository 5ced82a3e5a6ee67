import { useRef, useState } from "react";

/** Selected rows of a table; the selection survives paging. */
export type Selection<Row> = {
  rows: Row[];
  has: (row: Row) => boolean;
  /** A row's name for labels. */
  nameOf: (row: Row) => string;
  /** Toggles a row; with `range`, all rows between it and the last toggled one. */
  toggle: (row: Row, page: readonly Row[], range: boolean) => void;
  /** Selects all rows of a page, or clears them if all are selected. */
  togglePage: (page: readonly Row[]) => void;
  /** Selects these rows and no others. */
  set: (rows: readonly Row[]) => void;
  /** Keeps only these rows selected. */
  keep: (rows: readonly Row[]) => void;
  /** Deselects the rows for which this is true, after they were changed individually. */
  unmark: (isMeant: (row: Row) => boolean) => void;
};

/**
 * A selection that lasts while the page is open and the filter stays the same.
 * @param scope the current filter; changing it clears the selection
 */
export function useSelection<Row>(
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
  scope: string,
): Selection<Row> {
  const [lastScope, setLastScope] = useState(scope);
  const [marked, setMarked] = useState<ReadonlyMap<string, Row>>(new Map());
  const last = useRef<string | null>(null);
  if (scope !== lastScope) {
    setLastScope(scope);
    setMarked(new Map());
  }

  const leave = (isKept: (row: Row) => boolean) =>
    setMarked((now) => new Map([...now].filter(([, row]) => isKept(row))));

  function mark(rows: readonly Row[], isMarked: boolean) {
    const next = new Map(marked);
    for (const row of rows)
      if (isMarked) next.set(keyOf(row), row);
      else next.delete(keyOf(row));
    setMarked(next);
  }

  return {
    rows: [...marked.values()],
    has: (row) => marked.has(keyOf(row)),
    nameOf,
    toggle(row, page, range) {
      const keys = page.map(keyOf);
      const from = keys.indexOf(last.current ?? "");
      const to = keys.indexOf(keyOf(row));
      const isRange = range && from >= 0 && to >= 0;
      mark(
        isRange ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row],
        !marked.has(keyOf(row)),
      );
      last.current = keyOf(row);
    },
    togglePage: (page) => mark(page, !page.every((row) => marked.has(keyOf(row)))),
    set: (rows) => setMarked(new Map(rows.map((row) => [keyOf(row), row]))),
    keep(rows) {
      const keptKeys = new Set(rows.map(keyOf));
      leave((row) => keptKeys.has(keyOf(row)));
    },
    unmark: (isMeant) => leave((row) => !isMeant(row)),
  };
}
