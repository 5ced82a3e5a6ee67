import type { ReactNode } from "react";

/** A table column. */
export type Column<Row> = {
  /** Column head; also the value's label on small screens. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers and amounts. */
  numeric?: boolean;
  /**
   * The column of the row's picture (at most one per table). On small screens, it fills its column and the other values
   * stand beside it.
   */
  isPicture?: boolean;
  /** The column that names the row (one per table). */
  isName?: boolean;
  /** A column of buttons: its head is visually hidden. */
  isAction?: boolean;
  /** The API's name for sorting by this column. */
  sort?: string;
  /** Sorts descending first. */
  fallsFirst?: boolean;
};

/** A table's sort order (`name` ascending, `-name` descending) and how to change it. */
export type TableOrder = { sort: string; choose: (sort: string) => void };
