import type { ReactNode } from "react";

/** One column of a table: what it shows of a row, how it stands and whether it sorts. */
export type Column<Row> = {
  /** The head's words; also the label of the value on a small screen. */
  head: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and amounts stand right. */
  numeric?: boolean;
  /** The column that names the row (one a table). */
  isName?: boolean;
  /** Columns of buttons: the head is read but not seen. */
  isAction?: boolean;
  /** The list's name for sorting by this column. */
  sort?: string;
  /** Sorting by it starts with the last or the highest. */
  fallsFirst?: boolean;
};

/** How a table is sorted (`name` rises, `-name` falls), and how to sort it otherwise. */
export type TableOrder = { sort: string; choose: (sort: string) => void };
