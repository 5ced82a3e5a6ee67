import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { Checkbox } from "../fields/checkbox.tsx";
import { hasEvenRows, type Column, type TableOrder } from "./table-columns.ts";
import type { Selection } from "./use-selection.ts";

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  order: TableOrder | undefined;
};

/** Column heads; sortable ones are buttons. */
export function TableHeads<Row>({ columns, order }: TableHeadProps<Row>) {
  const height = hasEvenRows(columns)
    ? "h-7 pe-6 whitespace-nowrap"
    : "py-3 pe-6 md:max-xl:not-last:pe-3";
  return columns.map((column) => {
    const isSorted = column.sort !== undefined && order?.sort.replace(/^-/, "") === column.sort;
    const falls = isSorted && order?.sort.startsWith("-") === true;
    return (
      <th
        key={column.head}
        role="columnheader"
        scope="col"
        aria-sort={isSorted ? (falls ? "descending" : "ascending") : undefined}
        className={`text-sm font-medium text-muted last:pe-0 ${height} ${column.numeric ? "text-end" : "text-start"} ${column.isExtra ? "md:max-xl:hidden" : ""}`}
      >
        {column.isAction ? (
          <span className="sr-only">{column.head}</span>
        ) : column.sort === undefined || !order ? (
          column.head
        ) : (
          <SortButton
            head={column.head}
            isSorted={isSorted}
            falls={falls}
            choose={() => order.choose(nextSort(column, isSorted ? falls : null))}
          />
        )}
      </th>
    );
  });
}

// First click: names sort ascending, dates and amounts descending.
function nextSort<Row>({ sort = "", fallsFirst = false }: Column<Row>, falls: boolean | null) {
  const fallsNext = falls === null ? fallsFirst : !falls;
  return fallsNext ? `-${sort}` : sort;
}

function SortButton({
  head,
  isSorted,
  falls,
  choose,
}: {
  head: string;
  isSorted: boolean;
  falls: boolean;
  choose: () => void;
}) {
  const Arrow = isSorted ? (falls ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <>
      {/* On small screens the table is a list of cards, sorted by a select above it. */}
      <span className="md:hidden">{head}</span>
      <button
        type="button"
        onClick={choose}
        className={`-my-1 inline-flex min-h-8 items-center gap-1.5 transition-colors hover:text-ink max-md:hidden ${isSorted ? "text-ink" : ""}`}
      >
        <span>{head}</span>
        <Arrow aria-hidden="true" size={14} className={isSorted ? "" : "opacity-60"} />
      </button>
    </>
  );
}

/** Selects all rows of the page, or none. */
export function SelectPage<Row>({
  rows,
  selection,
}: {
  rows: readonly Row[];
  selection: Selection<Row>;
}) {
  const chosen = rows.filter((row) => selection.has(row)).length;
  const isAll = rows.length > 0 && chosen === rows.length;
  return (
    <Checkbox
      label="Select all on this page"
      checked={isAll}
      isPartly={chosen > 0 && !isAll}
      onChange={() => selection.togglePage(rows)}
    />
  );
}
