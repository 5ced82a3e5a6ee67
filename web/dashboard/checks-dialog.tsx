import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { lastMomentBefore } from "#shared/dates/last-moment.ts";
import { isolate } from "#shared/text/isolate.ts";
import { VerificationForm } from "#web/moderation/verification-form.tsx";
import { SellerLevels } from "#web/seller-checks/seller-levels.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Day } from "#web/ui/tables/day.tsx";
import type { ConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";

type ChecksDialogProps = {
  row: ConfirmedRow<SellerRecord>;
  onVerified: (seller: SellerRecord) => void;
};

/** All that admins checked about a seller, with its dates: the mark of verified sellers, and each level. */
export function ChecksDialog({ row: { row: seller, open, close }, onVerified }: ChecksDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Checks of ${isolate(seller?.name ?? "")}`}
      description="Buyers see what was checked, and when, on the seller's cars."
    >
      {open && seller && (
        <div className="space-y-10">
          <section aria-label="Verified mark" className="space-y-5">
            <Mark seller={seller} />
            {!seller.isSuspended && (
              <VerificationForm
                seller={seller}
                onSaved={(isNew) => {
                  close();
                  if (isNew) onVerified(seller);
                }}
              />
            )}
          </section>
          <section aria-labelledby="levels">
            <h3 id="levels" className="display mb-3 text-xl">
              Each check
            </h3>
            <SellerLevels seller={seller} />
          </section>
        </div>
      )}
    </Dialog>
  );
}

/** Whether the seller has the mark: since when, from whom, and until when. */
function Mark({ seller }: { seller: SellerRecord }) {
  if (!seller.isVerify)
    return <p>This seller is not verified. Verifying puts the mark on all their cars.</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone="good" asWritten>
        Verified
      </Badge>
      {seller.verifiedAt && (
        <span className="text-sm text-muted">
          <span>{`${seller.verifiedBy ? `by ${seller.verifiedBy} ` : ""}on`}</span>{" "}
          <Day at={seller.verifiedAt} />
          {seller.verifiedUntil && (
            <span>
              , valid until <Day at={lastMomentBefore(seller.verifiedUntil)} />
            </span>
          )}
        </span>
      )}
    </p>
  );
}
