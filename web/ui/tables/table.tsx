import { Checkbox } from "../fields/checkbox.tsx";
import type { Column, TableOrder } from "./table-columns.ts";
import { SelectPage, TableHeads } from "./table-head.tsx";
import type { Selection } from "./use-selection.ts";

type TableProps<Row> = {
  /** Accessible name; the page's heading shows the same visually. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Enables sorting. */
  order?: TableOrder;
  /** Enables selecting rows. */
  selection?: Selection<Row>;
};

/** A table that becomes a list of cards on small screens. Roles are explicit because CSS display removes them. */
export function Table<Row>({ caption, columns, rows, rowKey, order, selection }: TableProps<Row>) {
  const hasPictures = columns.some(({ isPicture }) => isPicture);
  return (
    <>
      {selection && (
        <p className="-ml-2 flex items-center text-sm text-muted md:hidden">
          <SelectPage rows={rows} selection={selection} />
          <span aria-hidden="true">Select all on this page</span>
        </p>
      )}
      <table role="table" className="w-full border-collapse text-left max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b border-brass">
            {selection && (
              <th role="columnheader" scope="col" className="w-10 pr-2">
                <span className="max-md:hidden">
                  <SelectPage rows={rows} selection={selection} />
                </span>
                <span className="md:hidden">Selected</span>
              </th>
            )}
            <TableHeads columns={columns} order={order} />
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={`border-b border-line max-md:py-4 ${hasPictures ? besidePicture : "max-md:block"} ${selection?.has(row) ? "bg-well" : ""}`}
            >
              {selection && (
                <MarkCell row={row} rows={rows} selection={selection} isOnPicture={hasPictures} />
              )}
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} isBeside={hasPictures} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

// On small screens: the picture, the other values, and a place for a second button.
const besidePicture =
  "max-md:relative max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)_auto] max-md:items-start";

function MarkCell<Row>({
  row,
  rows,
  selection,
  isOnPicture,
}: {
  row: Row;
  rows: readonly Row[];
  selection: Selection<Row>;
  isOnPicture: boolean;
}) {
  return (
    <td
      role="cell"
      className={`w-10 pr-2 align-middle max-md:block ${isOnPicture ? "max-md:absolute max-md:top-2 max-md:-left-1 max-md:z-1" : "max-md:-ml-2"}`}
    >
      <Checkbox
        label={`Select ${selection.nameOf(row)}`}
        checked={selection.has(row)}
        onChange={(event) =>
          selection.toggle(row, rows, (event.nativeEvent as MouseEvent).shiftKey === true)
        }
      />
    </td>
  );
}

/** The text of a quiet button lines up with the column's other texts, not its invisible edge. */
function flushButtons(isRight = false): string {
  return isRight
    ? "[&>.button-quiet]:-mr-2"
    : "max-md:[&>.button-quiet]:-mr-2 md:[&>.button-quiet]:-ml-2";
}

function Cell<Row>({
  column,
  row,
  isBeside,
}: {
  column: Column<Row>;
  row: Row;
  isBeside: boolean;
}) {
  const isUnlabeled = column.isAction || (isBeside && (column.isPicture || column.isName));
  const className = `py-3 pr-6 align-middle last:pr-0 md:max-xl:not-last:pr-3 ${column.numeric ? "md:text-right" : ""} ${smallLook(column, isBeside)}`;
  const content = (
    <>
      {!isUnlabeled && (
        <span aria-hidden="true" className="text-left text-sm font-normal text-muted md:hidden">
          {column.head}
        </span>
      )}
      <span
        className={`block min-w-0 wrap-anywhere ${flushButtons(column.numeric)} ${column.isName ? "md:min-w-24 xl:min-w-40" : ""} ${column.isAction ? "max-md:ml-auto" : ""}`}
      >
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

/** A cell on small screens: a line of its own with its label, beside the row's picture if there is one. */
function smallLook<Row>(column: Column<Row>, isBeside: boolean): string {
  // More lines than any row has. Those without a value have no height.
  if (column.isPicture) return "max-md:row-[1/span_12] max-md:py-0 max-md:pr-4";
  const line = "max-md:flex max-md:items-center max-md:justify-between max-md:gap-6 max-md:pr-0";
  if (!isBeside) return `${line} max-md:py-1.5 max-md:text-right`;
  if (column.isName) return "max-md:col-[2/-1] max-md:pt-0 max-md:pb-1 max-md:pr-0";
  return `${line} max-md:py-1 max-md:text-right ${column.isAction ? "max-md:pl-2" : "max-md:col-[2/-1]"}`;
}
