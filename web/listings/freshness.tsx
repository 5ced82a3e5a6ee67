import { dateFormat } from "#shared/dates/date-format.ts";
import { daysUntil } from "#shared/freshness/freshness.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { useConfirmProduct } from "./listing-queries.ts";

const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });

/** When the seller's car expires or did, with a button that confirms it. */
export function Freshness({ product }: { product: OwnProduct }) {
  const { expiresAt, lapsedAt, allowedActions, name } = product;
  const confirm = useConfirmProduct();
  if (expiresAt === null && lapsedAt === null) return null;

  async function confirmCar() {
    const { modifiedCount, message } = await confirm.mutateAsync(product._id);
    announceOutcome(
      modifiedCount,
      message,
      lapsedAt === null ? `${isolate(name)} confirmed` : `${isolate(name)} is for sale again`,
    );
  }

  return (
    <div className="mt-2 text-sm">
      <p className="text-muted">
        {lapsedAt === null ? expiryText(expiresAt!) : `Expired on ${day(lapsedAt)}`}
      </p>
      {allowedActions.includes("confirm") && (
        <Button
          look="quiet"
          size="small"
          className="max-md:-mr-2 md:-ml-2"
          aria-label={`${lapsedAt === null ? "Confirm" : "Relist"} ${isolate(name)}`}
          busy={confirm.isPending}
          onClick={() => void confirmCar().catch(() => undefined)}
        >
          {lapsedAt === null ? "Confirm" : "Relist"}
        </Button>
      )}
    </div>
  );
}

function expiryText(expiresAt: string): string {
  const days = daysUntil(new Date(expiresAt), new Date());
  if (days === 0) return "Expires today";
  return `Expires in ${days} ${days === 1 ? "day" : "days"}`;
}
