import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import type { BulkAnswer } from "#shared/listings/own-product-contract.ts";
import { changeInBulk, pricePreviewQuery } from "./listing-queries.ts";
import type { BulkDialogProps } from "#web/ui/tables/bulk-bar.tsx";
import { bulkResultOf } from "#web/ui/tables/bulk-result-of.ts";
import { PriceDialog } from "./price-dialog.tsx";

/** Changes the prices of the selected cars, with each price before and after. */
export function BulkPriceDialog({ rows, onConfirm, ...dialog }: BulkDialogProps<OwnProduct>) {
  return (
    <PriceDialog
      {...dialog}
      currency={rows[0]?.currency ?? "USD"}
      previewOf={(change) =>
        pricePreviewQuery(
          change,
          rows.map(({ _id }) => _id),
        )
      }
      describe={describe}
      onConfirm={(_change, answer) => onConfirm(priceAction(answer))}
    />
  );
}

function describe({ cars, doneCount }: BulkAnswer) {
  const leftOut = cars.length - doneCount;
  const summary = `${doneCount} of ${cars.length} ${cars.length === 1 ? "price" : "prices"} would change`;
  return { count: doneCount, summary: leftOut > 0 ? `${summary}, ${leftOut} left out` : summary };
}

/** Sets exactly the prices that were shown. A car whose price has changed meanwhile is left out. */
function priceAction({ cars }: BulkAnswer) {
  const shown = cars.filter(({ isDone }) => isDone);
  const set =
    (price: "before" | "after", seen: "before" | "after") =>
    async (rows: readonly OwnProduct[]) => {
      const ids = new Set(rows.map(({ _id }) => _id));
      const answer = await changeInBulk({
        action: "price",
        change: { kind: "each" },
        cars: shown
          .filter(({ _id }) => ids.has(_id))
          .map((car) => ({
            _id: car._id,
            from: car[seen] ?? undefined,
            resalePrice: car[price] ?? undefined,
          })),
      });
      const leftOut = cars.filter(({ _id, isDone }) => !isDone && ids.has(_id));
      return bulkResultOf(rows, [...answer.cars, ...leftOut]);
    };
  return {
    done: "changed in price",
    change: { all: set("after", "before") },
    undo: { done: "back at the earlier price", change: { all: set("before", "after") } },
  };
}
