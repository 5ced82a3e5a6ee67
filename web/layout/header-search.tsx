import { Search, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { useEscape } from "#web/platform/use-escape.ts";
import { everyCar, SearchField } from "#web/search/search-field.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

/**
 * The search of the header: a field on wide screens, a button that opens it on others. The page of results has its own
 * field, so there the button leads to it.
 */
export function HeaderSearch({ isMenuOpen, onOpen }: { isMenuOpen: boolean; onOpen: () => void }) {
  const id = useId();
  const { pathname, key } = useLocation();
  // Like the menu, it belongs to the page it was opened on.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === key && !isMenuOpen;
  const hasOwnField = pathname === everyCar.path;
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => setOpenAt(null);

  function open() {
    if (hasOwnField && focusPageField()) return;
    onOpen();
    setOpenAt(key);
  }
  useEffect(() => {
    if (!isOpen) return;
    field.current?.focus();
    const leave = ({ target }: FocusEvent) => {
      const isHere = target instanceof Node && panel.current?.contains(target);
      if (!isHere && target !== opener.current) setOpenAt(null);
    };
    document.addEventListener("focusin", leave);
    return () => document.removeEventListener("focusin", leave);
  }, [isOpen]);
  useEscape(isOpen, () => {
    close();
    opener.current?.focus();
  });
  useSlashKey(() => {
    if (focusPageField()) return;
    if (field.current?.checkVisibility()) field.current.focus();
    else open();
  });

  return (
    <>
      <div
        ref={panel}
        id={id}
        className={`${isOpen ? "max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:border-y max-lg:border-line max-lg:bg-paper max-lg:px-5 max-lg:py-3" : "max-lg:hidden"} ${hasOwnField ? "lg:hidden" : "lg:mr-5 lg:w-64 xl:w-80"}`}
      >
        <SearchField
          label="All cars"
          placeholder="Search all cars"
          isCompact
          inputRef={field}
          onSearch={close}
        />
      </div>
      <IconButton
        ref={opener}
        label={isOpen ? "Close search" : "Search"}
        aria-expanded={hasOwnField ? undefined : isOpen}
        aria-controls={hasOwnField ? undefined : id}
        onClick={isOpen ? close : open}
        className={`${hasOwnField ? "" : "lg:hidden"} [@media(scripting:none)]:hidden`}
      >
        {isOpen ? (
          <X aria-hidden="true" size={20} strokeWidth={1.5} />
        ) : (
          <Search aria-hidden="true" size={20} strokeWidth={1.5} />
        )}
      </IconButton>
      <Link
        prefetch="intent"
        to={everyCar.path}
        aria-label="Search"
        className="hidden size-11 place-items-center [@media(scripting:none)]:max-lg:grid"
      >
        <Search aria-hidden="true" size={20} strokeWidth={1.5} />
      </Link>
    </>
  );
}

/** Focuses the search field of the page itself, if it has one. */
function focusPageField(): boolean {
  const field = document.querySelector<HTMLInputElement>("main [data-search-field]");
  field?.focus();
  field?.select();
  return field !== null;
}

/** Calls `onSlash` when "/" is pressed, except while typing or in a dialog. */
function useSlashKey(onSlash: () => void): void {
  const latest = useRef(onSlash);
  useEffect(() => {
    latest.current = onSlash;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(typingTargets)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

const typingTargets =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
