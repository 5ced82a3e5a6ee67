import { Search as SearchIcon } from "lucide-react";
import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { useNavigate } from "react-router";
import { linkedCarPath } from "#shared/listings/listing-path.ts";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { useEarlyInput } from "#web/platform/loading/use-early-input.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { searchHref, type SearchBase } from "./page-search.ts";
import type { SuggestionsHandle, SuggestionsState } from "./search-suggestions.tsx";

/** The longest query that the server reads. */
const longestQuery = 200;

/** The page of every search that is not about one brand. */
export const everyCar: SearchBase = { path: "/search", make: null };

/** A search that starts from nothing, such as the one in the header. */
const emptySearch: Search = {};

type SearchFieldProps = {
  /** The name of the search among the page's landmarks. */
  label: string;
  base?: SearchBase;
  /** The search that the words are added to. */
  search?: Search;
  placeholder?: string;
  /** In the header, without a button. */
  isCompact?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  onSearch?: () => void;
};

/**
 * A search field with suggestions, a combobox. It is a plain GET form, so it works without JavaScript, and before the
 * suggestions have loaded.
 */
export function SearchField({
  label,
  base = everyCar,
  search = emptySearch,
  placeholder,
  isCompact = false,
  inputRef,
  onSearch,
}: SearchFieldProps) {
  const navigate = useNavigate();
  const { typed, setTyped, field } = useTyped(search.q ?? "", inputRef);
  const { q: _q, ...others } = search;
  const suggestions = useSuggestions();
  const go = (path: string, text = "") => {
    onSearch?.();
    suggestions.close();
    setTyped(isCompact ? "" : text);
    void navigate(path);
  };
  const open = (next: Search, at: SearchBase) => go(searchHref(at, next), next.q);
  return (
    <form
      role="search"
      aria-label={label}
      action={base.path}
      onSubmit={(event) => {
        event.preventDefault();
        const link = linkedCarPath(typed);
        if (link !== null) return go(link, search.q);
        const q = typed.trim() || undefined;
        void suggestions.load().then((module) => module?.rememberSearch(base, { q }));
        open({ ...others, q }, base);
      }}
      className="relative flex w-full gap-2"
    >
      {[...searchParameters(others)].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <span className="relative block min-w-0 flex-1">
        <SearchIcon
          aria-hidden="true"
          size={isCompact ? 16 : 18}
          className={`pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2 text-muted ${isCompact ? "" : "max-sm:hidden"}`}
        />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Make, model or any words"
          placeholder={usePlaceholder(placeholder)}
          value={typed}
          maxLength={longestQuery}
          autoComplete="off"
          {...suggestions.inputProps}
          enterKeyHint="search"
          onChange={({ target }) => {
            suggestions.open();
            setTyped(target.value);
          }}
          data-search-field={isCompact ? undefined : ""}
          className={`field-box text-ellipsis ${isCompact ? "min-h-10 py-1.5 ps-10 text-[0.9375rem]" : "max-sm:pe-13 sm:ps-11"}`}
        />
      </span>
      {!isCompact && <SearchButton />}
      {suggestions.module && suggestions.isWanted && (
        <suggestions.module.SearchSuggestions
          ref={suggestions.handle}
          id={suggestions.listId}
          typed={typed}
          unchanged={search.q ?? ""}
          base={base}
          filters={others}
          isCompact={isCompact}
          onStateChange={suggestions.setState}
          onChoose={(next, at) => open(next, at ?? everyCar)}
        />
      )}
    </form>
  );
}

/** On a phone it is an icon in the field, which leaves more room for the words. */
function SearchButton() {
  return (
    <button
      className={`${buttonClass("primary")} max-sm:absolute max-sm:end-1 max-sm:top-1 max-sm:size-10 max-sm:min-h-0 max-sm:px-0`}
    >
      <SearchIcon aria-hidden="true" size={18} className="sm:hidden" />
      <span className="max-sm:sr-only">Search</span>
    </button>
  );
}

/** The given placeholder, or a search with a brand that the shop sells. */
function usePlaceholder(given: string | undefined): string {
  const car = useShop().makes.includes("Audi") ? "Audi A4 " : "";
  return given ?? `Try “${car}diesel under 20k”`;
}

/** What is typed into the field, also before it was hydrated. */
function useTyped(query: string, inputRef: Ref<HTMLInputElement> | undefined) {
  const [typed, setTyped] = useFollowing(query);
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(inputRef, () => field.current!);
  useEarlyInput(field, ({ value }) => setTyped(value));
  return { typed, setTyped, field };
}

type SuggestionsModule = typeof import("./search-suggestions.tsx");

/** The suggestions of a field, which load when it is first focused, and what the field says about them. */
function useSuggestions() {
  const isHydrated = useHydrated();
  const listId = useId();
  const [module, setModule] = useState<SuggestionsModule | null>(null);
  const [isWanted, setWanted] = useState(false);
  const [state, setState] = useState<SuggestionsState>({ isOpen: false, activeId: undefined });
  const handle = useRef<SuggestionsHandle>(null);
  async function load() {
    // Without them, for example offline, the field is a plain one.
    const loaded = module ?? (await import("./search-suggestions.tsx").catch(() => null));
    setModule(loaded);
    return loaded;
  }
  const inputProps = isHydrated && {
    role: "combobox",
    "aria-autocomplete": "list" as const,
    "aria-expanded": state.isOpen,
    "aria-controls": state.isOpen ? listId : undefined,
    "aria-activedescendant": state.activeId,
    onFocus() {
      setWanted(true);
      if (!module) void load();
    },
    onBlur: () => setWanted(false),
    onKeyDown(event: KeyboardEvent) {
      if (event.key === "ArrowDown") setWanted(true);
      handle.current?.onKeyDown(event);
    },
  };
  // A search closes the list while the field keeps the focus.
  const close = () => setWanted(false);
  const open = () => {
    setWanted(true);
    // The field may have had the focus before it was hydrated.
    if (!module) void load();
  };
  return { module, load, isWanted, handle, listId, setState, inputProps, open, close };
}

/** State that starts again from `value` whenever that changes. */
export function useFollowing(value: string): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    setTyped(value);
  }
  return [typed, setTyped];
}
