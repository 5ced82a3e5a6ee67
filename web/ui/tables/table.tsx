import { Checkbox } from "../fields/checkbox.tsx";
import { RowActionCell, type RowActions } from "./row-actions.tsx";
import { hasEvenRows, type Column, type TableOrder } from "./table-columns.ts";
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
  /** Adds a last column with a menu. */
  actionsOf?: (row: Row) => RowActions;
};

/**
 * A table with rows of one height, of two lines on small screens; or, if its columns do not say how, of cards there.
 * Roles are explicit because CSS display removes them.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, order, selection, actionsOf } = props;
  const isEven = hasEvenRows(columns);
  const rowClass = isEven ? evenRow(props) : "max-md:block max-md:py-4";
  const Value = isEven ? EvenCell : CardCell;
  return (
    <>
      {selection && (
        <p className="-ms-2 flex items-center text-sm text-muted md:hidden">
          <SelectPage rows={rows} selection={selection} />
          <span aria-hidden="true">Select all on this page</span>
        </p>
      )}
      <table
        role="table"
        className={`w-full border-collapse text-start max-md:block max-md:border-t max-md:border-line ${isEven ? "md:text-sm" : ""}`}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b border-brass">
            {selection && (
              <th role="columnheader" scope="col" className="w-10 pe-2">
                <span className="block -my-1.5 max-md:hidden">
                  <SelectPage rows={rows} selection={selection} />
                </span>
                <span className="md:hidden">Selected</span>
              </th>
            )}
            <TableHeads columns={columns} order={order} />
            {actionsOf && (
              <th role="columnheader" scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={`border-b border-line ${rowClass} ${selection?.has(row) ? "bg-well" : ""}`}
            >
              {selection && (
                <MarkCell row={row} rows={rows} selection={selection} isEven={isEven} />
              )}
              {columns.map((column) => (
                <Value
                  key={column.head}
                  column={column}
                  row={row}
                  isMarked={selection !== undefined}
                  isShared={columns.some((other) => !other.isName && (other.isCut || other.wraps))}
                />
              ))}
              {actionsOf && (
                <td
                  role="cell"
                  className={`text-end ${isEven ? "max-md:absolute max-md:end-0 max-md:top-2.5" : "max-md:block"}`}
                >
                  <RowActionCell {...actionsOf(row)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** On small screens, what stands before and after the two lines has its place beside them. */
function evenRow<Row>({ columns, selection, actionsOf }: TableProps<Row>): string {
  const name = columns.find(({ isName }) => isName);
  const start = selection
    ? name?.picture
      ? "max-md:ps-25"
      : name?.avatar
        ? "max-md:ps-21"
        : "max-md:ps-10"
    : name?.picture
      ? "max-md:ps-17"
      : name?.avatar
        ? "max-md:ps-13"
        : "";
  return `md:h-14 max-md:relative max-md:block max-md:min-h-18 max-md:py-2.5 max-md:text-sm ${start} ${actionsOf ? "max-md:pe-11" : ""}`;
}

function MarkCell<Row>({
  row,
  rows,
  selection,
  isEven,
}: {
  row: Row;
  rows: readonly Row[];
  selection: Selection<Row>;
  isEven: boolean;
}) {
  return (
    <td
      role="cell"
      className={`w-10 pe-2 align-middle ${isEven ? "max-md:absolute max-md:-start-2 max-md:top-4 max-md:pe-0" : "max-md:block max-md:-ms-2"}`}
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

type CellProps<Row> = {
  column: Column<Row>;
  row: Row;
  /** Whether a checkbox stands before the row. */
  isMarked: boolean;
  /** Whether the name shares the width that the other columns leave. */
  isShared: boolean;
};

/** The column's values of rows of one height. */
function EvenCell<Row>({ column, row, isMarked, isShared }: CellProps<Row>) {
  const below = column.below?.(row);
  if (column.isName)
    return (
      <th
        role="rowheader"
        scope="row"
        data-below={typeof below === "string" && below ? "" : undefined}
        className={`pe-6 text-start font-medium max-md:inline max-md:pe-0 ${isShared ? "md:w-3/5" : "md:w-full"} ${column.wraps ? "md:py-2" : ""}`}
      >
        <span className="min-w-0 md:flex md:items-center md:gap-3 md:contain-inline-size md:[contain-intrinsic-inline-size:9rem]">
          {(column.picture ?? column.avatar) && (
            <span
              className={`block shrink-0 max-md:absolute max-md:top-3.5 ${column.picture ? "w-14 md:w-16" : "w-10"} ${isMarked ? "max-md:start-8" : "max-md:start-0"}`}
            >
              {column.picture?.(row) ?? column.avatar?.(row)}
            </span>
          )}
          <span className="min-w-0 max-md:text-base md:block md:text-[0.9375rem]">
            <span className="line-clamp-1 wrap-anywhere">{column.cell(row)}</span>
            {below && (
              <span
                className={`text-sm font-normal text-muted md:block ${column.wraps ? "" : "md:truncate"}`}
              >
                {below}
              </span>
            )}
          </span>
        </span>
      </th>
    );
  const phone =
    column.phone === "line"
      ? "second-line max-md:inline max-md:pe-0 max-md:text-muted"
      : "max-md:hidden";
  return (
    <td
      role="cell"
      className={`pe-6 last:pe-0 ${column.numeric ? "md:text-end" : ""} ${column.wraps ? "py-2 wrap-anywhere" : "md:whitespace-nowrap"} ${column.isCut || column.wraps ? "md:w-2/5" : ""} ${column.isExtra ? "md:max-xl:hidden" : ""} ${phone}`}
    >
      {column.isCut ? (
        <span className="max-md:wrap-anywhere md:block md:truncate md:contain-inline-size md:[contain-intrinsic-inline-size:8rem]">
          {column.cell(row)}
        </span>
      ) : (
        column.cell(row)
      )}
    </td>
  );
}

/** The text of a quiet button lines up with the column's other texts, not its invisible edge. */
function flushButtons(isEnd = false): string {
  return isEnd
    ? "[&>.button-quiet]:-me-2"
    : "max-md:[&>.button-quiet]:-me-2 md:[&>.button-quiet]:-ms-2";
}

/** The column's values of rows that are cards on small screens: there, each is a line of its own with its label. */
function CardCell<Row>({ column, row }: CellProps<Row>) {
  const className = `py-3 pe-6 align-middle last:pe-0 md:max-xl:not-last:pe-3 max-md:flex max-md:items-center max-md:justify-between max-md:gap-6 max-md:pe-0 max-md:py-1.5 max-md:text-end ${column.numeric ? "md:text-end" : ""}`;
  const content = (
    <>
      {!column.isAction && (
        <span aria-hidden="true" className="text-start text-sm font-normal text-muted md:hidden">
          {column.head}
        </span>
      )}
      <span
        className={`block min-w-0 wrap-anywhere ${flushButtons(column.numeric)} ${column.isName ? "md:min-w-24 xl:min-w-40" : ""} ${column.isAction ? "max-md:ms-auto" : ""}`}
      >
        {column.cell(row)}
      </span>
    </>
  );
  return column.isName ? (
    <th role="rowheader" scope="row" className={`text-start font-medium ${className}`}>
      {content}
    </th>
  ) : (
    <td role="cell" className={className}>
      {content}
    </td>
  );
}
