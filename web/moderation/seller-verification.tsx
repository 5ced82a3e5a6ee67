import type { SellerRecord } from "#shared/accounts/account-contract.ts";
import { listChecks } from "#shared/accounts/verification.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";
import { useVerifySeller } from "./moderation-queries.ts";
import { RecordChecks } from "./record-checks.tsx";
import { RevokeVerification } from "./revoke-verification.tsx";

type SellerVerificationProps = {
  seller: SellerRecord;
  verifiedOn: Elements;
  verifiedUntil: Elements;
};

/** A seller's verification: who verified them, when and what was checked, with actions to verify and revoke. */
export function SellerVerification({ seller, verifiedOn, verifiedUntil }: SellerVerificationProps) {
  const verify = useVerifySeller();
  const may = (action: SellerRecord["allowedActions"][number]) =>
    seller.allowedActions.includes(action);

  async function give() {
    const { modifiedCount, message } = await verify.mutateAsync({ id: seller._id });
    announceOutcome(modifiedCount, message, `Seller ${isolate(seller.name)} verified!`);
  }

  return (
    <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
      {seller.isVerify && <Badge tone="good">Verified</Badge>}
      {seller.isVerify && seller.verifiedAt && (
        // A separate block, so that "Verified" reads as one label.
        <span role="paragraph" className="block text-sm text-muted">
          <span>{`${seller.verifiedBy ? `by ${seller.verifiedBy} ` : ""}on`}</span> {verifiedOn}
          {verifiedUntil && <span>, valid until {verifiedUntil}</span>}
          {seller.checked.length > 0 && <span>{`: ${listChecks(seller.checked)}`}</span>}
          {seller.verificationNote && (
            <span className="block wrap-anywhere">{`“${seller.verificationNote}”`}</span>
          )}
        </span>
      )}
      {may("verify") && (
        <Button
          look="secondary"
          size="small"
          aria-label={`Verify ${isolate(seller.name)}`}
          busy={verify.isPending}
          onClick={() => void give().catch(() => undefined)}
        >
          Verify
        </Button>
      )}
      <span className="flex flex-wrap max-md:-mr-2 max-md:justify-end md:-ml-2">
        {!seller.isSuspended && <RecordChecks seller={seller} />}
        {may("unverify") && <RevokeVerification seller={seller} />}
      </span>
    </span>
  );
}
