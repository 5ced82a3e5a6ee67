import { ChevronDown, X } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef } from "react";
import { Link } from "react-router";
import type { SearchAnswer } from "#shared/search/search-contract.ts";
import { sortLabels } from "#shared/search/filter-labels.ts";
import { searchParameters, type Search, type SearchSort } from "#shared/search/search-filters.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { readSearch, searchHref, type SearchBase } from "./page-search.ts";
import { everyCar } from "./search-field.tsx";
import type { Chip } from "./search-chips.ts";

/** What the search was understood as. Each part is a link to the search without it. */
export function SearchChips({ chips, base }: { chips: readonly Chip[]; base: SearchBase }) {
  if (chips.length === 0) return null;
  return (
    <ul
      aria-label="Your search"
      // On a phone it stays one line, which scrolls, so that the first car stays in view.
      className="flex min-w-0 items-center gap-2 max-lg:basis-full max-sm:overflow-x-auto max-sm:py-1 sm:flex-wrap"
    >
      {chips.map(({ key, label, without }) => (
        <li key={key} className="max-w-full max-sm:max-w-4/5 max-sm:shrink-0">
          <Link
            to={searchHref(base, without)}
            preventScrollReset
            aria-label={`Remove ${label}`}
            className="inline-flex min-h-10 max-w-full items-center gap-2 rounded-full border border-edge py-1 pr-3 pl-4 text-sm transition-colors hover:border-ink"
          >
            <span className="min-w-0 wrap-anywhere">{label}</span>
            <X aria-hidden="true" size={14} className="shrink-0 text-muted" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li className="max-sm:shrink-0">
          <Link
            to={base.path}
            preventScrollReset
            className="text-link inline-flex min-h-10 items-center px-2 text-sm"
          >
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}

/** What the search made of words that it did not search for as they are. */
export function SearchNotes({ notes }: Pick<SearchAnswer, "notes">) {
  return notes.map(({ message }) => (
    <p key={message} className="mt-3 text-muted">
      {message}
    </p>
  ));
}

/** The sort order. Without a query, nothing is a better match, and the newest cars come first. */
export function SearchSortControl({
  base,
  search,
  typed,
  onChange,
}: {
  base: SearchBase;
  search: Search;
  /** The order that the query's words ask for. */
  typed: SearchSort | undefined;
  onChange: (search: Search) => void;
}) {
  const id = useId();
  const { sort, ...others } = search;
  const first: SearchSort = typed ?? (search.q === undefined ? "newest" : "best");
  const sorts = (Object.keys(sortLabels) as SearchSort[]).filter(
    (value) => value !== "best" || search.q !== undefined,
  );
  const current = sort === undefined || !sorts.includes(sort) ? first : sort;
  const choose = (value: string) => {
    const chosen = sorts.find((one) => one === value);
    onChange({ ...others, sort: chosen === first ? undefined : chosen });
  };
  const select = useRef<HTMLSelectElement>(null);
  const takeEarlyChoice = useEffectEvent(() => {
    const chosen = select.current?.value;
    if (chosen !== undefined && chosen !== current) choose(chosen);
  });
  // Not in a layout effect: the router doesn't open anything yet.
  useEffect(() => takeEarlyChoice(), []);
  return (
    // Without `autoComplete`, browsers restore what was chosen before, which would count as a new choice.
    <form
      action={base.path}
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="flex min-w-0 items-center gap-3 text-sm"
    >
      {[...searchParameters(others)].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="text-muted max-lg:sr-only">
        Sort
      </label>
      <span className="relative min-w-0">
        <select
          ref={select}
          id={id}
          name="sort"
          value={current}
          onChange={({ target }) => choose(target.value)}
          className="min-h-10 w-full appearance-none rounded-soft border border-edge bg-paper py-2 pr-9 pl-3 text-ink hover:border-ink"
        >
          {sorts.map((value) => (
            <option key={value} value={value}>
              {sortLabels[value]}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          size={15}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </span>
      <span className="hidden [@media(scripting:none)]:block">
        <button className={buttonClass("secondary", "small")}>Apply</button>
      </span>
    </form>
  );
}

/** Nothing was found: what to drop, and how many cars that gives. */
export function NoResults({
  answer: { relaxations },
  base,
}: {
  answer: Pick<SearchAnswer, "relaxations">;
  base: SearchBase;
}) {
  return (
    <div className="border-y border-line py-12">
      <h2 className="display text-2xl">No cars match all of this</h2>
      {relaxations.length > 0 ? (
        <>
          <p className="mt-3 text-muted">Leave something out:</p>
          <ul className="mt-3 divide-y divide-line border-t border-line">
            {relaxations.map(({ label, total, parts, search }) => (
              <li key={label}>
                <Link
                  to={relaxedHref(base, parts, search)}
                  preventScrollReset
                  className="flex min-h-12 items-center justify-between gap-6 py-2 hover:text-action-ink"
                >
                  <span className="min-w-0 wrap-anywhere">{`Without ${label}`}</span>
                  <span className="text-link whitespace-nowrap">{`${formatNumber(total)} ${total === 1 ? "car" : "cars"}`}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-3 text-muted">
          Sellers add new cars all the time. Try other words or fewer filters.
        </p>
      )}
    </div>
  );
}

/** A brand's page keeps its make, unless the make is what is dropped. */
function relaxedHref(base: SearchBase, parts: readonly string[], search: string): string {
  const relaxed = readSearch(new URLSearchParams(search));
  if (base.make === null) return searchHref(base, relaxed);
  if (parts.includes("make")) return searchHref(everyCar, relaxed);
  return searchHref(base, { ...relaxed, make: undefined });
}
