import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { lateCode, useLateCode } from "#web/platform/late-code.ts";
import { useHydrated } from "#web/platform/use-hydrated.ts";

const filterForm = lateCode(() => import("./filter-form.tsx"));

/** Loads the filters' code where there is room for them, for a page that is about to show them. */
export function preloadFilters(): void {
  if (isWideScreen()) filterForm.load().catch(() => undefined);
}

/**
 * The code of the filters beside the results, and whether the form is still the server's (`isServed`). That form works as
 * without JavaScript, except that a change is sent at once. It is replaced as soon as the code is here, but not under the
 * visitor's fingers: only when its focus leaves, or when the search has changed. `isFromServer` stays true then.
 */
export function useFilterForm(search: Search, onChange: (search: Search) => void) {
  const column = useRef<HTMLElement>(null);
  const isHydrated = useHydrated();
  const [isFromServer] = useState(!isHydrated);
  const [isServed, setServed] = useState(isFromServer);
  const isWanted = useSyncExternalStore(onWidthChange, isWideScreen, () => false);
  const module = useLateCode(filterForm, { isNeededNow: !isServed, isWanted });
  const restore = useRef<(() => void) | null>(null);
  const [replace] = useState(() => () => {
    // Its removal takes the focus from the form once more.
    const loaded = filterForm.loaded();
    if (restore.current || !column.current || !loaded) return;
    restore.current = loaded.keepState(column.current);
    setServed(false);
  });
  useLayoutEffect(() => {
    if (!isServed) restore.current?.();
  }, [isServed]);

  const shown = searchParameters(search).toString();
  const [servedFor] = useState(shown);
  useEffect(() => {
    if (!isServed || !module) return;
    if (shown !== servedFor || !isFocusIn(column.current)) replace();
  }, [isServed, module, shown, servedFor, replace]);

  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const place = column.current;
    if (!isServed || !place) return;
    const send = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest("form") : null;
      if (!form) return;
      filterForm.load().then(
        ({ readFilterForm }) => latest.current(readFilterForm(form)),
        // Offline: the next change sends this one, too.
        () => undefined,
      );
    };
    const stay = (event: Event) => event.preventDefault();
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (filterForm.loaded() && !(relatedTarget instanceof Node && place.contains(relatedTarget)))
        replace();
    };
    place.addEventListener("change", send);
    place.addEventListener("submit", stay);
    place.addEventListener("focusout", leave);
    return () => {
      place.removeEventListener("change", send);
      place.removeEventListener("submit", stay);
      place.removeEventListener("focusout", leave);
    };
  }, [isServed, replace]);
  return { column, module, isServed, isFromServer };
}

/** Where the column is shown, if there is JavaScript. */
const wideScreen = "(min-width: 64rem)";

function isWideScreen(): boolean {
  return matchMedia(wideScreen).matches;
}

function onWidthChange(listener: () => void): () => void {
  const media = matchMedia(wideScreen);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

function isFocusIn(place: Element | null): boolean {
  return place?.contains(document.activeElement) ?? false;
}
