import { useState } from "react";
import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { revocationReasons } from "#shared/moderation/moderation.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import { useRevokeVerification } from "./moderation-queries.ts";

/** Revokes a seller's verification with a reason. */
export function RevokeVerification({ seller }: { seller: SellerRecord }) {
  const [open, setOpen] = useState(false);
  const revoke = useRevokeVerification();

  async function confirm(reason: string) {
    const { modifiedCount, message } = await revoke.mutateAsync({ id: seller._id, reason });
    announceOutcome(modifiedCount, message, `Verification of ${isolate(seller.name)} revoked`);
    setOpen(false);
  }

  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-label={`Revoke the verification of ${isolate(seller.name)}`}
        onClick={() => setOpen(true)}
      >
        Revoke
      </Button>
      <ReasonDialog
        open={open}
        title={`Revoke the verification of ${isolate(seller.name)}?`}
        confirmLabel="Revoke"
        reasons={revocationReasons}
        hint="We email the reason to the seller and keep it in the audit log."
        busy={revoke.isPending}
        onClose={() => setOpen(false)}
        onConfirm={(reason) => void confirm(reason).catch(() => undefined)}
      >
        Their cars stay in the shop but lose the badge right away. You can verify them again later.
      </ReasonDialog>
    </>
  );
}
