import { createContext, type ComponentType } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import type { SearchBase } from "./page-search.ts";

export const filterFormId = "filters";

export type FilterFormProps = {
  base: SearchBase;
  search: Search;
  answer: PageSearchAnswer;
  /** Whether the part out of view may follow later. */
  isInSteps?: boolean;
  onChange: (search: Search) => void;
};

/** The form of the filters on the server. Null in the browser, where its code loads late. */
export const ServerFilters = createContext<ComponentType<FilterFormProps> | null>(null);
