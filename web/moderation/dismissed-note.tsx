import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { useReopenReports } from "./moderation-queries.ts";

type DismissedNoteProps = { product: ReportedProduct | null; onUndone: () => void };

/**
 * The last dismissal, with Undo while the car is in the shop. Stays until the page is left, so there is no time
 * pressure.
 */
export function DismissedNote({ product, onUndone }: DismissedNoteProps) {
  const reopen = useReopenReports();

  async function undo({ _id, name }: ReportedProduct) {
    const { modifiedCount, message } = await reopen.mutateAsync(_id);
    announceOutcome(modifiedCount, message, `Reports on ${isolate(name)} reopened`);
    onUndone();
  }

  return (
    <div role="status">
      {product && (
        <p className="mb-6 flex flex-wrap items-center justify-between gap-3 border-y border-line py-3">
          <span>
            Reports on <bdi>{product.name}</bdi> were dismissed.
          </span>
          {product.allowedActions.includes("remove") && (
            <Button
              look="secondary"
              size="small"
              aria-label={`Undo: reopen the reports on ${isolate(product.name)}`}
              busy={reopen.isPending}
              onClick={() => void undo(product).catch(() => undefined)}
            >
              Undo
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
