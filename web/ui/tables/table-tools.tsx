import { Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { ListState } from "#web/platform/use-list-state.ts";
import { ChoiceField } from "./choice-field.tsx";
import type { Elements } from "../fields/elements.ts";
import type { Column, TableOrder } from "./table-columns.ts";
import type { TableFilter } from "./table-filter.ts";
import {
  ClearFilters,
  FilterChips,
  FilterFields,
  FilterPopover,
  valueOf,
} from "./table-filters.tsx";

const pauseMs = 300;

type TableToolsProps<Row> = {
  /** What the search covers: "name or email". Omitted if there are only filters. */
  searches?: string;
  list: ListState<object>;
  columns: readonly Column<Row>[];
  /** Omitted if the list can't be sorted. */
  order?: TableOrder;
  /** Sorts by values without a column; they show the select on large screens too. */
  moreSorts?: readonly { value: string; label: string }[];
  filters?: readonly TableFilter[];
  /** What to know about the filters. */
  hint?: string;
  /** At the end of the line. */
  children?: Elements;
};

/** A table's search and filters, and its sort on small screens, which have no column heads. */
export function TableTools<Row>({
  searches,
  list,
  columns,
  order,
  moreSorts = [],
  filters = [],
  hint,
  children,
}: TableToolsProps<Row>) {
  const columnSorts = columns.flatMap(({ head, sort }) =>
    sort === undefined
      ? []
      : [
          { value: sort, label: `${head}, ascending` },
          { value: `-${sort}`, label: `${head}, descending` },
        ],
  );
  const isSortedByHeads = moreSorts.length === 0;
  const chosen = filters.filter(({ name }) => valueOf(list, name) !== "").length;
  return (
    <div className="mb-1 flex min-h-9 flex-wrap items-center gap-2">
      {searches !== undefined && (
        <SearchField
          // Follows the URL when the user goes back or forward.
          searches={searches}
          query={valueOf(list, "q")}
          choose={(q, replace) => list.choose({ q }, { replace })}
        />
      )}
      {(filters.length > 0 || order) && (
        <FilterPopover
          label={filters.length > 0 ? "Filters" : "Sort"}
          chosen={chosen}
          className={filters.length === 0 && isSortedByHeads ? "md:hidden" : ""}
        >
          <div className="grid grid-cols-2 items-end gap-4">
            <FilterFields list={list} filters={filters} />
            {order && (
              <div className={`col-span-2 ${isSortedByHeads ? "md:hidden" : ""}`}>
                <ChoiceField
                  label="Sort by"
                  value={order.sort}
                  options={[...moreSorts, ...columnSorts]}
                  choose={order.choose}
                />
              </div>
            )}
            {hint && <p className="col-span-2 text-sm text-muted">{hint}</p>}
            {chosen > 0 && <ClearFilters list={list} filters={filters} />}
          </div>
        </FilterPopover>
      )}
      <FilterChips list={list} filters={filters} />
      {children && <div className="md:ms-auto">{children}</div>}
    </div>
  );
}

/** Searches while typing. One burst of typing is one step in the browser history. */
function SearchField({
  searches,
  query,
  choose,
}: {
  searches: string;
  query: string;
  choose: (query: string, replace: boolean) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnderWay = useRef(false);
  if (query !== lastQuery) {
    setLastQuery(query);
    // Unless that is what is being typed, including spaces.
    if (query !== typed.trim()) setTyped(query);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(value: string) {
    clearTimeout(timer.current);
    if (value.trim() === query) return;
    choose(value.trim(), isUnderWay.current);
    isUnderWay.current = true;
  }

  return (
    <form
      role="search"
      className="min-w-0 flex-1 sm:max-w-80"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <label htmlFor={id} className="sr-only">
        {`Search by ${searches}`}
      </label>
      <span className="relative block">
        <Search
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute top-1/2 start-3.5 -translate-y-1/2 text-muted"
        />
        <input
          id={id}
          type="search"
          value={typed}
          maxLength={254}
          autoComplete="off"
          onChange={({ target: { value } }) => {
            setTyped(value);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => search(value), pauseMs);
          }}
          onBlur={() => {
            search(typed);
            isUnderWay.current = false;
          }}
          placeholder={`${searches.slice(0, 1).toUpperCase()}${searches.slice(1)}`}
          className="field-box min-h-9 py-1 ps-10 text-sm max-md:min-h-11 max-md:text-base"
        />
      </span>
    </form>
  );
}
