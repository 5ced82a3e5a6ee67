import { useQueryClient } from "@tanstack/react-query";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { changeInBulk, listingKeys } from "./listing-queries.ts";
import { Button } from "#web/ui/button.tsx";
import type { Selection } from "#web/ui/tables/use-selection.ts";
import { BulkBar, type BulkAction } from "#web/ui/tables/bulk-bar.tsx";
import { BulkPriceDialog } from "./bulk-price-dialog.tsx";
import { counted } from "#web/ui/tables/bulk-report.tsx";
import { bulkResultOf } from "#web/ui/tables/bulk-result-of.ts";
import { MatchingBulkBar, type MatchingAction } from "./matching-bulk-bar.tsx";
import type { MatchingCars } from "./use-matching-cars.ts";

const all = (action: "advertise" | "confirm" | "withdraw" | "relist" | "delete") => ({
  all: async (rows: readonly OwnProduct[]) => {
    const cars = rows.map(({ _id }) => ({ _id }));
    return bulkResultOf(rows, (await changeInBulk({ action, cars })).cars);
  },
});

const prices = { label: "Change prices", done: "changed in price" };
const advertise = {
  label: "Advertise",
  done: "advertised",
  consequence: "They appear on the home page right away.",
};
const confirm = {
  label: "Confirm",
  done: "confirmed",
  consequence: "They stay on sale, and those that had expired are for sale again.",
};
const withdraw = {
  label: "Take off sale",
  done: "taken off sale",
  consequence:
    "Buyers no longer find them. They keep their history, are under Status: Off sale, and can be put back on sale.",
};
const relist = {
  label: "Put on sale",
  done: "put on sale",
  consequence: "Buyers find those again that are off sale now.",
};

const actions: BulkAction<OwnProduct>[] = [
  { ...prices, dialog: (props) => <BulkPriceDialog {...props} /> },
  { ...advertise, change: all("advertise") },
  { ...confirm, change: all("confirm") },
  {
    ...withdraw,
    change: all("withdraw"),
    undo: { done: "back on sale", change: all("relist") },
  },
  {
    ...relist,
    change: all("relist"),
    undo: { done: "taken off sale", change: all("withdraw") },
  },
  {
    label: "Delete",
    done: "deleted",
    look: "danger",
    consequence: "They are removed from the shop. This cannot be undone.",
    change: all("delete"),
  },
];

/** For every car that matches. Deleting, which cannot be undone, takes cars that the seller has seen. */
const matchingActions: MatchingAction[] = [
  {
    ...prices,
    action: null,
    consequence: "Sold and reserved cars keep their prices. This cannot be undone at once.",
  },
  { ...advertise, action: "advertise" },
  { ...confirm, action: "confirm" },
  { ...withdraw, action: "withdraw" },
  { ...relist, action: "relist" },
];

/** Bulk actions on the seller's own cars: the selected ones, or every car that matches the search and filters. */
export function ProductBulkBar({
  selection,
  matching,
}: {
  selection: Selection<OwnProduct>;
  matching: MatchingCars;
}) {
  const queryClient = useQueryClient();
  const things = { one: "car", many: "cars" };
  return (
    <>
      <MatchingBulkBar
        matching={matching}
        actions={matchingActions}
        currency={selection.rows[0]?.currency ?? "USD"}
      />
      {matching.count === null && (
        <BulkBar
          selection={selection}
          things={things}
          actions={actions}
          after={() => queryClient.invalidateQueries({ queryKey: listingKeys.all })}
          offer={
            matching.offered !== null && (
              <Button look="quiet" size="small" onClick={matching.choose}>
                {matching.isFiltered
                  ? `Select all ${counted(matching.offered, things)} that match`
                  : `Select all ${counted(matching.offered, things)}`}
              </Button>
            )
          }
        />
      )}
    </>
  );
}
