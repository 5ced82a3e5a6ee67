import { createContext, type ComponentType } from "react";
import type { PageSearchAnswer } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import type { SearchBase } from "./page-search.ts";
import type { WrongNumbers } from "./range-filter.tsx";

export const filterFormId = "filters";

/** What the form that replaces the server's takes over from it. */
export type KeptForm = {
  /** The models that were chosen when the form was rendered. */
  firstModels: string[];
  wrong: WrongNumbers;
  /** Restores the focus, the scroll position and the open sections. */
  restore: () => void;
};

export type FilterFormProps = {
  base: SearchBase;
  search: Search;
  answer: PageSearchAnswer;
  /** Whether the part out of view may follow later. */
  isInSteps?: boolean;
  /** What stays of the server's form, which this one replaces. */
  kept?: KeptForm | undefined;
  onChange: (search: Search) => void;
};

/** The form of the filters on the server. Null in the browser, where its code loads late. */
export const ServerFilters = createContext<ComponentType<FilterFormProps> | null>(null);
