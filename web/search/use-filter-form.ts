import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { lateCode, useLateCode } from "#web/platform/late-code.ts";
import { toast } from "#web/platform/toast.ts";
import { useHydrated } from "#web/platform/use-hydrated.ts";
import type { KeptForm } from "./server-filters.ts";
import { notLoadedText } from "#web/platform/failed-script.ts";

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
  // Of the server's form, once it was replaced.
  const [kept, setKept] = useState<KeptForm>();
  const isServed = isFromServer && !kept;
  const isWanted = useSyncExternalStore(onWidthChange, isWideScreen, () => false);
  const module = useLateCode(filterForm, { isNeededNow: !isServed, isWanted });
  const isReplaced = useRef(false);
  const [replace] = useState(() => () => {
    // Its removal takes the focus from the form once more.
    const loaded = filterForm.loaded();
    if (isReplaced.current || !column.current || !loaded) return;
    isReplaced.current = true;
    setKept(loaded.keepState(column.current));
  });
  useLayoutEffect(() => kept?.restore(), [kept]);

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
    const form = place.querySelector("form");
    if (!form) return;
    /** @param target the changed field; null if there are several, of which those that are wrong don't count */
    const send = ({ target }: Pick<Event, "target">) => {
      filterForm.load().then(
        // A number that its filter can't take is for the other form to mark.
        ({ readFilterForm }) => {
          const changed = readFilterForm(form, target);
          if (changed) latest.current(changed);
          else replace();
        },
        () => {
          form.reset();
          sayNotLoaded();
        },
      );
    };
    const stay = (event: Event) => event.preventDefault();
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (filterForm.loaded() && !(relatedTarget instanceof Node && place.contains(relatedTarget)))
        replace();
    };
    const listening = new AbortController();
    place.addEventListener("change", send, listening);
    place.addEventListener("submit", stay, listening);
    place.addEventListener("focusout", leave, listening);
    const [early, ...others] = earlyChanges(form);
    if (early) send({ target: others.length === 0 ? early : null });
    return () => listening.abort();
  }, [isServed, replace]);
  return { column, module, isServed, isFromServer, kept };
}

/** The fields that were changed before the page was interactive, except one that is still being typed in. */
function earlyChanges(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")].filter((field) =>
    ["checkbox", "radio"].includes(field.type)
      ? field.checked !== field.defaultChecked
      : field.value !== field.defaultValue && field !== document.activeElement,
  );
}

/** Says that the filters' code could not be loaded. */
export function sayNotLoaded(): void {
  toast.error(notLoadedText("The filters"));
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
