import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { revocationReasons } from "#shared/moderation/moderation.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import type { ConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { useRevokeVerification } from "./moderation-queries.ts";

/** Revokes a seller's verification with a reason. */
export function RevokeDialog({ revocation }: { revocation: ConfirmedRow<SellerRecord> }) {
  const revoke = useRevokeVerification();

  async function confirm(seller: SellerRecord, reason: string) {
    const { modifiedCount, message } = await revoke.mutateAsync({ id: seller._id, reason });
    announceOutcome(modifiedCount, message, `Verification of ${isolate(seller.name)} revoked`);
  }

  return (
    <ReasonDialog
      open={revocation.open}
      title={`Revoke the verification of ${isolate(revocation.row?.name ?? "")}?`}
      confirmLabel="Revoke"
      reasons={revocationReasons}
      hint="We email the reason to the seller and keep it in the audit log."
      busy={revoke.isPending}
      onClose={revocation.close}
      onConfirm={(reason) => revocation.confirm((seller) => confirm(seller, reason))}
    >
      Their cars stay in the shop but lose the badge right away. You can verify them again later.
    </ReasonDialog>
  );
}
