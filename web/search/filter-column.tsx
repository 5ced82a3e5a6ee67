import { Suspense, useId, useSyncExternalStore } from "react";
import { useKnownMarkup } from "#web/platform/loading/known-markup.ts";
import { useShop } from "#web/platform/root-data.ts";
import { FilterForm, filterFormId, type FilterFormProps } from "./filter-form.tsx";

const filterColumn =
  "hidden lg:sticky lg:top-24 lg:-mx-2 lg:block lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:px-2 lg:pb-2 [@media(scripting:none)]:block [@media(scripting:none)]:max-lg:mb-10 [@media(scripting:none)]:max-lg:max-h-96 [@media(scripting:none)]:max-lg:overflow-y-auto";

const aside = { "aria-label": "Filters", className: filterColumn };

type FilterColumnProps = Omit<FilterFormProps, "answer"> & {
  /** Undefined before the first answer. */
  answer: FilterFormProps["answer"] | undefined;
};

/**
 * The filters beside the results. The server's page has them on every screen, because they work without JavaScript. They
 * are hydrated after the rest of the page, and not at all on small screens, which have a sheet instead.
 */
export function FilterColumn({ answer, ...props }: FilterColumnProps) {
  const isShown = useSyncExternalStore(onWidthChange, isWideScreen, () => true);
  if (!isShown || !answer) return <aside {...aside} />;
  return (
    <Suspense>
      <Column {...props} answer={answer} />
    </Suspense>
  );
}

/** On the server, pages share the markup of the form. */
function Column(props: FilterFormProps) {
  const { base, search, answer } = props;
  const { currency } = useShop();
  const findMarkup = useKnownMarkup();
  // Fields have generated ids, which depend on their place in the page.
  const place = useId();
  const { text, understood, facets } = answer;
  const markup = facets
    ? findMarkup?.({
        key: JSON.stringify([place, base, search, text, understood, currency]),
        of: [facets],
        start: `<form id="${filterFormId}"`,
        end: "</form>",
      })
    : undefined;
  if (markup !== undefined)
    return <aside {...aside} dangerouslySetInnerHTML={{ __html: markup }} />;
  return (
    <aside {...aside}>
      <FilterForm {...props} />
    </aside>
  );
}

const wideScreen = "(min-width: 64rem)";

function isWideScreen(): boolean {
  return matchMedia(wideScreen).matches;
}

function onWidthChange(listener: () => void): () => void {
  const media = matchMedia(wideScreen);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
