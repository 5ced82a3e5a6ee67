import { ChevronDown, Search } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { ListState } from "#web/platform/use-list-state.ts";
import type { Column, TableOrder } from "./table-columns.ts";
import type { Elements } from "../fields/elements.ts";

const pauseMs = 300;

type TableToolsProps<Row> = {
  /** What the search covers: "name or email". */
  searches: string;
  list: ListState<{ q?: string | undefined }>;
  columns: readonly Column<Row>[];
  /** Omitted if the list can't be sorted. */
  order?: TableOrder;
  /** Sorts by values without a column; they show the select on large screens too. */
  moreSorts?: readonly { value: string; label: string }[];
  /** Additional filters. */
  children?: Elements;
};

/** A table's search and filters, and its sort on small screens, which have no column heads. */
export function TableTools<Row>({
  searches,
  list,
  columns,
  order,
  moreSorts = [],
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
  return (
    <div className="mb-4 grid grid-cols-2 items-end gap-4 sm:flex sm:flex-wrap sm:gap-x-6">
      <SearchField
        // Follows the URL when the user goes back or forward.
        label={`Search by ${searches}`}
        query={list.filter.q ?? ""}
        choose={(q, replace) => list.choose({ q }, { replace })}
      />
      {children}
      {order && (
        // The second of its line, or alone in it.
        <div className={`max-sm:even:col-span-2 ${moreSorts.length > 0 ? "" : "md:hidden"}`}>
          <ChoiceField
            label="Sort by"
            value={order.sort}
            options={[...moreSorts, ...columnSorts]}
            choose={order.choose}
          />
        </div>
      )}
    </div>
  );
}

/** Searches while typing. One burst of typing is one step in the browser history. */
function SearchField({
  label,
  query,
  choose,
}: {
  label: string;
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
      className="max-sm:col-span-2 sm:w-80"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm text-muted">
        {label}
      </label>
      <span className="relative block">
        <Search
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
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
          className="field-box min-h-11 pl-10"
        />
      </span>
    </form>
  );
}

/** A select that takes effect immediately. */
export function ChoiceField({
  label,
  value,
  options,
  choose,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  choose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm text-muted">
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          onChange={(event) => choose(event.target.value)}
          className="field-box min-h-11 appearance-none pr-10"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          size={16}
          className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted"
        />
      </span>
    </div>
  );
}
