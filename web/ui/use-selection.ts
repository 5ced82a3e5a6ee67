import { useRef, useState } from "react";

/** The rows of a table that somebody has marked; they stay marked on other pages of it. */
export type Selection<Row> = {
  rows: Row[];
  has: (row: Row) => boolean;
  /** How the row is called where it is marked. */
  nameOf: (row: Row) => string;
  /** Marks or unmarks a row; with `range`, all rows of the page between it and the one before. */
  toggle: (row: Row, page: readonly Row[], range: boolean) => void;
  /** Marks all rows of a page, or unmarks them where all are marked. */
  togglePage: (page: readonly Row[]) => void;
  /** Keeps of the marked rows only those that are given. */
  keep: (rows: readonly Row[]) => void;
  /** Forgets the marked rows of which this is true: what was done to them alone is done. */
  unmark: (isMeant: (row: Row) => boolean) => void;
};

/**
 * A selection that lives as long as the page that shows the table, and as the same rows are looked for.
 * @param scope which rows those are: what was marked under another search is forgotten
 */
export function useSelection<Row>(
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
  scope: string,
): Selection<Row> {
  const [known, setKnown] = useState(scope);
  const [marked, setMarked] = useState<ReadonlyMap<string, Row>>(new Map());
  const last = useRef<string | null>(null);
  if (scope !== known) {
    setKnown(scope);
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
      const [from, to] = [keys.indexOf(last.current ?? ""), keys.indexOf(keyOf(row))];
      const isRange = range && from >= 0 && to >= 0;
      mark(
        isRange ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row],
        !marked.has(keyOf(row)),
      );
      last.current = keyOf(row);
    },
    togglePage: (page) => mark(page, !page.every((row) => marked.has(keyOf(row)))),
    keep(rows) {
      const kept = new Set(rows.map(keyOf));
      leave((row) => kept.has(keyOf(row)));
    },
    unmark: (isMeant) => leave((row) => !isMeant(row)),
  };
}
