import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { CarFront, History, Search as SearchIcon, Trash2, X } from "lucide-react";
import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import type { Suggestion, SuggestionsAnswer } from "#shared/search/suggestion-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { pageQueryClient } from "#web/platform/requests/query-client.ts";
import { readSearch, type SearchBase } from "./page-search.ts";
import {
  clearRecentSearches,
  forgetSearch,
  rememberSearch,
  useRecentSearches,
} from "./recent-searches.ts";

// The search field uses it with this module, which it loads late.
export { rememberSearch };

/** Milliseconds without a key before suggestions are asked for. */
const pause = 120;
/** Milliseconds that an answer is kept, for a word that is typed again. */
const answerLife = 60_000;

/** What the field says about its list: whether it is open, and the option that Enter chooses. */
export type SuggestionsState = { isOpen: boolean; activeId: string | undefined };
export type SuggestionsHandle = { onKeyDown: (event: KeyboardEvent) => void };

type SearchSuggestionsProps = {
  ref: Ref<SuggestionsHandle>;
  /** The id of the list; its options have ids that start with it. */
  id: string;
  typed: string;
  /** The text that the field had before it was typed in. */
  unchanged: string;
  base: SearchBase;
  /** The filters that the words are added to. */
  filters: Search;
  /** In the header, whose field is narrow. */
  isCompact: boolean;
  onStateChange: (state: SuggestionsState) => void;
  /** Opens a search: on this page, or on the page of all cars if it is of another make. */
  onChoose: (search: Search, base: SearchBase | null) => void;
};

type Option = {
  key: string;
  label: string;
  icon: ReactNode;
  total?: number;
  choose: () => void;
  /** Takes it off the list. */
  remove?: () => void;
};

/**
 * The list under a search field: searches for what is being typed, or recent searches in an empty field. It loads when
 * a field is first focused. Without an answer, for example offline, there is no list, and the field still searches.
 */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { ref, id, typed, unchanged, isCompact, onStateChange } = props;
  const options = useOptions(props);
  // A field with text opens its list once the text changes, or with an arrow key.
  const [closedFor, setClosedFor] = useState(unchanged === "" ? null : unchanged);
  const [active, setActive] = useState({ typed, at: -1 });
  const isOpen = closedFor !== typed && options.length > 0;
  const at = isOpen && active.typed === typed ? Math.min(active.at, options.length - 1) : -1;
  const activeId = at < 0 ? undefined : `${id}-${at}`;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => onStateChange({ isOpen, activeId }), [onStateChange, isOpen, activeId]);
  useEffect(() => () => onStateChange({ isOpen: false, activeId: undefined }), [onStateChange]);

  function move(to: number) {
    setClosedFor(null);
    setActive({ typed, at: to });
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
  }

  function choose(option: Option) {
    setClosedFor(typed);
    option.choose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const option = options[at];
    if (event.key === "ArrowDown") move(at + 1 < options.length ? at + 1 : -1);
    else if (event.key === "ArrowUp") move(at < 0 ? options.length - 1 : at - 1);
    else if (event.key === "Escape" && isOpen) setClosedFor(typed);
    else if (event.key === "Enter" && option) choose(option);
    else if (event.key === "Delete" && option?.remove) option.remove();
    else return;
    event.preventDefault();
  }
  useImperativeHandle(ref, () => ({ onKeyDown }));

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen ? describe(options) : ""}
      </p>
      {isOpen && (
        <div
          ref={list}
          id={id}
          role="listbox"
          tabIndex={-1}
          aria-label={typed.trim() === "" ? "Recent searches" : "Suggestions"}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          className={`absolute top-full z-40 mt-1 max-h-[min(26rem,50dvh)] overflow-y-auto overscroll-contain rounded-soft border border-edge bg-raised py-1 text-ink shadow-lg ${isCompact ? "inset-x-0 lg:left-auto lg:w-96" : "inset-x-0"}`}
        >
          {options.map((option, index) => (
            <OptionRow
              key={option.key}
              id={`${id}-${index}`}
              option={option}
              isActive={index === at}
              onPoint={() => setActive({ typed, at: index })}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
      )}
    </>
  );
}

function OptionRow({
  id,
  option: { label, icon, total, remove },
  isActive,
  onPoint,
  onChoose,
}: {
  id: string;
  option: Option;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys of its list
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onChoose}
      onMouseMove={() => !isActive && onPoint()}
      className="flex min-h-11 cursor-pointer items-center gap-3 px-3.5 py-1.5 text-[0.9375rem] aria-selected:bg-well"
    >
      <span aria-hidden="true" className="shrink-0 text-muted">
        {icon}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {total !== undefined && (
        <span className="shrink-0 text-sm text-muted tabular-nums">{countOf(total)}</span>
      )}
      {remove && (
        // For pointers. With the keyboard, Delete removes it; the last option removes all.
        <span
          aria-hidden="true"
          title="Remove"
          onClick={(event) => {
            event.stopPropagation();
            remove();
          }}
          className="-my-1.5 -mr-2.5 grid size-11 shrink-0 place-items-center text-muted hover:text-ink"
        >
          <X size={16} strokeWidth={1.5} />
        </span>
      )}
    </div>
  );
}

function useOptions({ typed, base, filters, onChoose }: SearchSuggestionsProps): Option[] {
  const recent = useRecentSearches();
  const asked = useSettled(typed.trim());
  const make = base.make === null ? filters.make : ([base.make] as Search["make"]);
  const query = useQuery(
    {
      ...suggestionsQuery(
        searchParameters({ ...filters, make, sort: undefined, q: asked }).toString(),
      ),
      enabled: asked !== "",
    },
    pageQueryClient(),
  );
  if (typed.trim() === "") return recentOptions(recent, onChoose);
  const suggestions = asked === "" ? [] : (query.data ?? []);
  return suggestions.map((suggestion) => ({
    key: `${suggestion.kind} ${suggestion.label}`,
    label: suggestion.label,
    icon: suggestion.kind === "search" ? <SearchIcon size={16} /> : <CarFront size={16} />,
    total: suggestion.total,
    choose: () => {
      const { search, isOfBase } = openedBy(suggestion, base);
      rememberSearch(isOfBase ? base : anyBase, search, suggestion.label);
      onChoose({ ...search, sort: filters.sort }, isOfBase ? base : null);
    },
  }));
}

const anyBase: SearchBase = { path: "", make: null };

function recentOptions(
  recent: ReturnType<typeof useRecentSearches>,
  onChoose: SearchSuggestionsProps["onChoose"],
): Option[] {
  const options = recent.map((entry): Option => ({
    key: entry.search,
    label: entry.label,
    icon: <History size={16} />,
    choose: () => {
      const search = readSearch(new URLSearchParams(entry.search));
      rememberSearch(anyBase, search, entry.label);
      onChoose(search, null);
    },
    remove: () => forgetSearch(entry),
  }));
  if (options.length === 0) return [];
  const clear: Option = {
    key: "clear",
    label: "Clear recent searches",
    icon: <Trash2 size={16} />,
    choose: clearRecentSearches,
  };
  return [...options, clear];
}

/** The search of a suggestion. A brand's page keeps its make out of the URL. */
function openedBy({ search: parameters }: Suggestion, base: SearchBase) {
  const search = readSearch(new URLSearchParams(parameters));
  const isOfBase = base.make === null || search.make?.join() === base.make;
  return {
    search: base.make !== null && isOfBase ? { ...search, make: undefined } : search,
    isOfBase,
  };
}

/** The answer for the text that was typed last: one for an older text is aborted, and stays only until then. */
function suggestionsQuery(parameters: string) {
  return queryOptions({
    queryKey: ["suggestions", parameters],
    queryFn: async ({ signal }) =>
      (await api.get<SuggestionsAnswer>(`/listings/suggestions?${parameters}`, { signal }))
        .suggestions,
    staleTime: answerLife,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** A text once it has not changed for a moment; an empty one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return text === "" ? "" : settled;
}

function describe(options: readonly Option[]): string {
  if (options.some(({ remove }) => remove))
    return `${options.length - 1} recent ${options.length === 2 ? "search" : "searches"}. Delete removes one.`;
  return `${options.length} ${options.length === 1 ? "suggestion" : "suggestions"}`;
}

function countOf(total: number): string {
  if (total === 0) return "No cars";
  return `${formatNumber(total)} ${total === 1 ? "car" : "cars"}`;
}
