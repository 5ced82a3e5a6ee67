import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { useLiftSuspension } from "./moderation-queries.ts";
import { SuspendSeller } from "./suspend-seller.tsx";

/** Shows, sets and lifts a seller's suspension. */
export function SellerStanding({ seller }: { seller: SellerRecord }) {
  const lift = useLiftSuspension();

  async function liftSuspension() {
    const { modifiedCount, message } = await lift.mutateAsync(seller._id);
    announceOutcome(modifiedCount, message, `Suspension of ${isolate(seller.name)} lifted`);
  }

  if (seller.allowedActions.includes("suspend"))
    return <SuspendSeller seller={{ id: seller._id, name: seller.name }} />;
  return (
    <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
      <Badge tone="danger">Suspended</Badge>
      {seller.suspensionReason && (
        <span role="paragraph" className="block text-sm text-muted">
          {seller.suspensionReason}
        </span>
      )}
      {seller.allowedActions.includes("unsuspend") && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Lift the suspension of ${isolate(seller.name)}`}
          busy={lift.isPending}
          onClick={() => void liftSuspension().catch(() => undefined)}
        >
          Lift
        </Button>
      )}
    </span>
  );
}
