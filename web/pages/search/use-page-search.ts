import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import { apiParameters, readSearch, searchHref, type SearchBase } from "#web/search/page-search.ts";
import { searchQuery } from "#web/search/search-queries.ts";
import { answerOf, type FirstSearch } from "./first-search.ts";

/** The search in the URL, and its answer. A change shows at once, before the URL and the answer follow. */
export function usePageSearch(base: SearchBase, first: FirstSearch | null, isOld: boolean) {
  const { search: url, key } = useLocation();
  const navigate = useNavigate();
  const parameters = new URLSearchParams(url);
  const search = readSearch(parameters);
  if (base.make !== null) search.make = undefined;
  const cursor = parameters.get("cursor");
  const asked = apiParameters(base, search, { cursor });
  const [openedAt] = useState(() => Date.now());
  const given = first?.parameters === asked ? answerOf(first) : undefined;
  // The filters stay usable after a failure.
  const [last, setLast] = useState(given);
  const query = useQuery({
    ...searchQuery(asked),
    initialData: given,
    initialDataUpdatedAt: isOld ? 0 : openedAt,
    placeholderData: last,
  });
  if (query.data && query.data !== last) setLast(query.data);

  const [change, setChange] = useState<{ from: string; to: Search } | null>(null);
  // Any navigation ends it, so that Back to where it was made does not show it again.
  if (change && change.from !== key) setChange(null);
  const go = (to: Search, replace = false) => {
    setChange({ from: key, to });
    void navigate(searchHref(base, to), { preventScrollReset: true, replace });
  };
  return {
    shown: change?.from === key ? change.to : search,
    go,
    cursor,
    query,
    answer: query.data ?? last,
    current: useCurrent(query, { parameters: asked, canonicalPath: searchHref(base, search) }),
  };
}

/** The answer on the screen, as the server would give it. */
function useCurrent(
  { data, isPlaceholderData }: UseQueryResult<PageSearchAnswer>,
  { parameters, canonicalPath }: Pick<FirstSearch, "parameters" | "canonicalPath">,
): FirstSearch | null {
  return useMemo(
    () =>
      data && !isPlaceholderData
        ? { answer: data, parameters, canonicalPath, dialogProducts: [] }
        : null,
    [data, isPlaceholderData, parameters, canonicalPath],
  );
}
