import { Search as SearchIcon } from "lucide-react";
import { useState, type Ref } from "react";
import { useNavigate } from "react-router";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { searchHref, type SearchBase } from "./page-search.ts";

/** The longest query that the server reads. */
const longestQuery = 200;

/** The page of every search that is not about one brand. */
export const everyCar: SearchBase = { path: "/search", make: null };

/** A search that starts from nothing, such as the one in the header. */
export const emptySearch: Search = {};

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

/** A search field. It is a plain GET form, so it works without JavaScript. */
export function SearchField({
  label,
  base = everyCar,
  search = emptySearch,
  placeholder = "Try “Audi A4 diesel under 20k”",
  isCompact = false,
  inputRef,
  onSearch,
}: SearchFieldProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useFollowing(search.q ?? "");
  const { q: _q, ...others } = search;
  return (
    <form
      role="search"
      aria-label={label}
      action={base.path}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch?.();
        if (isCompact) setTyped("");
        void navigate(searchHref(base, { ...others, q: typed.trim() || undefined }));
      }}
      className="flex w-full gap-2"
    >
      {[...searchParameters(others)].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <span className="relative block min-w-0 flex-1">
        <SearchIcon
          aria-hidden="true"
          size={isCompact ? 16 : 18}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
        />
        <input
          ref={inputRef}
          type="search"
          name="q"
          aria-label="Make, model or any words"
          placeholder={placeholder}
          value={typed}
          maxLength={longestQuery}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => setTyped(target.value)}
          data-search-field={isCompact ? undefined : ""}
          className={`field-box text-ellipsis ${isCompact ? "min-h-10 py-1.5 pl-10 text-[0.9375rem]" : "pl-11"}`}
        />
      </span>
      {!isCompact && <button className={buttonClass("primary")}>Search</button>}
    </form>
  );
}

/** State that starts again from `value` whenever that changes. */
export function useFollowing(value: string): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setTyped(value);
  }
  return [typed, setTyped];
}
