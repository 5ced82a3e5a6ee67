import type { ReactNode } from "react";

/** A table column. */
export type Column<Row> = {
  /** Column head; also the value's label on small screens. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned, for numbers and amounts. */
  numeric?: boolean;
  /** The column that names the row (one per table). */
  isName?: boolean;
  /** A picture of 4:3 before the row's name. */
  picture?: (row: Row) => ReactNode;
  /** A round picture before the row's name. */
  avatar?: (row: Row) => ReactNode;
  /** A muted line under the row's name; it is cut off if it is too long. */
  below?: (row: Row) => ReactNode;
  /** A column of buttons: its head is visually hidden. */
  isAction?: boolean;
  /**
   * On small screens, rows are two lines if any column says what becomes of it there: part of the second line, or not
   * shown. Otherwise they are cards, with a line for each column.
   */
  phone?: "line" | "hidden";
  /** Not shown where the drawer or a tablet leaves little room. */
  isExtra?: boolean;
  /** In rows of one height: as many lines as it needs. */
  wraps?: boolean;
  /** In rows of one height: gives way to the others, cut off with an ellipsis. */
  isCut?: boolean;
  /** The API's name for sorting by this column. */
  sort?: string;
  /** Sorts descending first. */
  fallsFirst?: boolean;
};

/** A table's sort order (`name` ascending, `-name` descending) and how to change it. */
export type TableOrder = { sort: string; choose: (sort: string) => void };

/** Whether the table has rows of one height, which are two lines on small screens. */
export function hasEvenRows<Row>(columns: readonly Column<Row>[]): boolean {
  return columns.some(({ phone }) => phone !== undefined);
}
