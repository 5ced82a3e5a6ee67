import { useQueryClient } from "@tanstack/react-query";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { changeInBulk, listingKeys } from "#web/listings/listing-queries.ts";
import type { Selection } from "#web/ui/use-selection.ts";
import { BulkBar, type BulkAction } from "./bulk-bar.tsx";
import { BulkPriceDialog } from "./bulk-price-dialog.tsx";
import { bulkResultOf } from "./bulk-result-of.ts";

const all = (action: "advertise" | "confirm" | "withdraw" | "relist" | "delete") => ({
  all: async (rows: readonly OwnProduct[]) => {
    const cars = rows.map(({ _id }) => ({ _id }));
    return bulkResultOf(rows, (await changeInBulk({ action, cars })).cars);
  },
});

const actions: BulkAction<OwnProduct>[] = [
  { label: "Change prices of", dialog: (props) => <BulkPriceDialog {...props} /> },
  {
    label: "Advertise",
    done: "advertised",
    consequence: "They appear on the home page right away.",
    change: all("advertise"),
  },
  {
    label: "Confirm",
    done: "confirmed",
    consequence: "They stay on sale, and those that had expired are for sale again.",
    change: all("confirm"),
  },
  {
    label: "Take off sale",
    done: "taken off sale",
    consequence:
      "Buyers no longer find them. They keep their history, are under Status: Off sale, and can be put back on sale.",
    change: all("withdraw"),
    undo: { done: "back on sale", change: all("relist") },
  },
  {
    label: "Put on sale",
    done: "put on sale",
    consequence: "Buyers find those again that are off sale now.",
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

/** Bulk actions on the seller's own cars. */
export function ProductBulkBar({ selection }: { selection: Selection<OwnProduct> }) {
  const queryClient = useQueryClient();
  return (
    <BulkBar
      selection={selection}
      things={{ one: "car", many: "cars" }}
      actions={actions}
      after={() => queryClient.invalidateQueries({ queryKey: listingKeys.all })}
    />
  );
}
