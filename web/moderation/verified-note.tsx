import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { useUndoVerification } from "./moderation-queries.ts";

type VerifiedNoteProps = { seller: SellerRecord | null; onUndone: () => void };

/** The last seller that this admin verified, with Undo. Stays until the page is left, so there is no time pressure. */
export function VerifiedNote({ seller, onUndone }: VerifiedNoteProps) {
  const undo = useUndoVerification();

  async function run({ _id, name }: SellerRecord) {
    const { modifiedCount, message } = await undo.mutateAsync(_id);
    announceOutcome(modifiedCount, message, `${isolate(name)} is no longer verified`);
    onUndone();
  }

  return (
    <div role="status">
      {seller && (
        <p className="mb-4 flex flex-wrap items-center justify-between gap-3 border-y border-line py-2">
          <span>
            <bdi>{seller.name}</bdi> is verified, and their cars show it.
          </span>
          <Button
            look="secondary"
            size="small"
            aria-label={`Undo: verify ${isolate(seller.name)}`}
            busy={undo.isPending}
            onClick={() => void run(seller).catch(() => undefined)}
          >
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}
