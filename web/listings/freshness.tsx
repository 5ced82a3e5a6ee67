import { dateFormat } from "#shared/dates/date-format.ts";
import { daysUntil } from "#shared/freshness/freshness.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import type { RowAction } from "#web/ui/tables/row-actions.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { useConfirmProduct } from "./listing-queries.ts";

const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** From this many days on, a car can be confirmed without the menu. */
const soon = 3;

/** When the seller's car expires or did. */
export function Freshness({ product: { expiresAt, lapsedAt } }: { product: OwnProduct }) {
  if (lapsedAt !== null) return <Note>{`Expired on ${day(lapsedAt)}`}</Note>;
  return expiresAt !== null && <Note>{expiryText(expiresAt)}</Note>;
}

function Note({ children }: { children: string }) {
  return <span className="whitespace-nowrap">{children}</span>;
}

function daysLeft(expiresAt: string): number {
  return daysUntil(new Date(expiresAt), new Date());
}

function expiryText(expiresAt: string): string {
  const days = daysLeft(expiresAt);
  if (days === 0) return "Expires today";
  return `Expires in ${days} ${days === 1 ? "day" : "days"}`;
}

/** The action that confirms a car which expires, or puts one that has expired on sale again. */
export function useConfirmAction(): (product: OwnProduct) => RowAction[] {
  const confirm = useConfirmProduct();

  async function run({ _id, name, lapsedAt }: OwnProduct) {
    const { modifiedCount, message } = await confirm.mutateAsync(_id);
    announceOutcome(
      modifiedCount,
      message,
      lapsedAt === null ? `${isolate(name)} confirmed` : `${isolate(name)} is for sale again`,
    );
  }

  return (product) => {
    const { _id, expiresAt, lapsedAt, allowedActions } = product;
    if (!allowedActions.includes("confirm")) return [];
    return [
      {
        label: lapsedAt === null ? "Confirm" : "Relist",
        place:
          lapsedAt !== null || (expiresAt !== null && daysLeft(expiresAt) <= soon)
            ? "row"
            : undefined,
        busy: confirm.isPending && confirm.variables === _id,
        run: () => void run(product).catch(() => undefined),
      },
    ];
  };
}
