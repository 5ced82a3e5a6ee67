import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { carsQuery, matchingCountQuery, type CarFilter } from "./listing-queries.ts";
import type { ListState } from "#web/platform/use-list-state.ts";
import type { Selection } from "#web/ui/tables/use-selection.ts";

/** Selecting every car that matches the search and filters, on all pages. */
export type MatchingCars = {
  filter: CarFilter;
  isFiltered: boolean;
  /** How many cars can be selected beyond the page; null while not all on the page are. */
  offered: number | null;
  /** How many cars are selected; null unless all that match are. */
  count: number | null;
  choose: () => void;
  leave: () => void;
  /** The selection for the table, in which every row is selected then. */
  selection: Selection<OwnProduct>;
};

/** Lasts, like the page's selection, until the filter changes. A row that is clicked ends it. */
export function useMatchingCars(
  list: ListState<CarFilter & { sort?: unknown }>,
  selection: Selection<OwnProduct>,
): MatchingCars {
  const { sort: _sort, ...filter } = list.filter;
  const [chosen, setChosen] = useState<{ which: string; count: number } | null>(null);
  const isChosen = chosen?.which === list.which;
  const { data: page } = useQuery(carsQuery(list.query));
  const { data: exact } = useQuery({ ...matchingCountQuery(filter), enabled: isChosen });
  const isPageSelected =
    page !== undefined && page.items.length > 0 && page.items.every(selection.has);
  const isMore = page !== undefined && page.total > selection.rows.length;
  const leave = () => setChosen(null);
  return {
    filter,
    isFiltered: list.isFiltered,
    offered: isPageSelected && isMore ? page.total : null,
    count: isChosen ? (exact ?? chosen.count) : null,
    choose: () => page && setChosen({ which: list.which, count: page.total }),
    leave,
    selection: isChosen
      ? {
          ...selection,
          has: () => true,
          toggle(row, rows) {
            leave();
            selection.set(rows.filter(({ _id }) => _id !== row._id));
          },
          togglePage() {
            leave();
            selection.set([]);
          },
        }
      : selection,
  };
}
