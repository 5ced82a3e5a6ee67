import type { ReactNode } from "react";

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
};

type TableProps<Row> = {
  /** The table's name; read, not seen, since the page's heading says the same. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** A table that becomes a list of cards where it would not fit. The roles are said because CSS display takes them away. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table role="table" className="w-full border-collapse text-left max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-b border-brass">
          {columns.map((column) => (
            <th
              key={column.head}
              role="columnheader"
              scope="col"
              className={`py-3 pr-6 text-sm font-medium text-muted last:pr-0 ${column.numeric ? "text-right" : ""}`}
            >
              {column.isAction ? <span className="sr-only">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="border-b border-line max-md:block max-md:py-4"
          >
            {columns.map((column) => (
              <Cell key={column.head} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const className = `py-3 pr-6 align-middle last:pr-0 max-md:flex max-md:items-center max-md:justify-between max-md:gap-6 max-md:py-1.5 max-md:pr-0 max-md:text-right ${column.numeric ? "text-right" : ""}`;
  const content = (
    <>
      {!column.isAction && (
        <span aria-hidden="true" className="text-sm font-normal text-muted md:hidden">
          {column.head}
        </span>
      )}
      <span className={`block min-w-0 wrap-anywhere ${column.isAction ? "max-md:ml-auto" : ""}`}>
        {column.cell(row)}
      </span>
    </>
  );
  return column.isName ? (
    <th role="rowheader" scope="row" className={`font-medium ${className}`}>
      {content}
    </th>
  ) : (
    <td role="cell" className={className}>
      {content}
    </td>
  );
}
