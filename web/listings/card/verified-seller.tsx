import { listChecks } from "#shared/accounts/verification.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import { Icon } from "#web/ui/icon.tsx";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });

type VerifiedSellerProps = {
  product: Pick<Product, "_id" | "isSellerVerified" | "sellerVerification">;
};

/**
 * Badge of a verified seller; expands below its positioned parent to say what was checked and when. Uses <details>,
 * which works by keyboard, by touch and without JavaScript.
 */
export function VerifiedSeller({ product }: VerifiedSellerProps) {
  const { isSellerVerified, sellerVerification: verification } = product;
  if (!isSellerVerified) return null;
  const mark = (
    <>
      <Icon name="verified" size={16} className="stroke-[1.75]" />
      <span className="sr-only">Verified seller</span>
    </>
  );
  if (verification === null)
    return (
      <span className="ms-1.5 shrink-0 text-brass-ink" title="Verified seller">
        {mark}
      </span>
    );
  return (
    <details className="shrink-0">
      <summary title="Verified seller" className="verified-mark">
        {mark}
      </summary>
      <p className="verified-note">
        Verified on <time dateTime={verification.at}>{day(verification.at)}</time>
        <span>
          {verification.checked.length > 0
            ? `. Checked: ${listChecks(verification.checked)}.`
            : "."}
        </span>
      </p>
    </details>
  );
}
