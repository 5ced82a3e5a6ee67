import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Sale } from "#shared/listings/listing-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { HoldEnd } from "./hold-end.tsx";
import { PhoneLink } from "#web/ui/phone-link.tsx";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";

/** What a table says of a reserved or sold car: until when it is held, or the buyer. */
export function SaleNote({ sale }: { sale: Sale }) {
  if (sale.heldUntil) return <HoldEnd expiresAt={sale.heldUntil} />;
  return sale.buyer && <span>{`Sold to ${isolate(sale.buyer.name)}`}</span>;
}

/** Details of a reserved or sold car for its seller: the hold's end, and after payment the buyer and receipt. */
export function SaleDetails({ sale, item }: { sale: Sale; item: string }) {
  return (
    <span className="block space-y-2 text-muted">
      {sale.heldUntil && <HoldEnd expiresAt={sale.heldUntil} />}
      {sale.state === "held" || sale.state === "releasing" ? (
        <Line>You'll see the buyer's contact details here once they pay.</Line>
      ) : (
        <Buyer sale={sale} />
      )}
      {sale.receiptNumber && (
        <Line>
          <Link
            to={`/dashboard/receipt/${sale.bookingId}`}
            className="text-link"
            aria-label={`Receipt ${sale.receiptNumber} for ${isolate(item)}`}
          >{`Receipt ${sale.receiptNumber}`}</Link>
        </Line>
      )}
      {sale.canReview && (
        <Line>
          <Link
            to={`/dashboard/reviews?booking=${sale.bookingId}`}
            className="text-link"
            aria-label={`Review the buyer of ${isolate(item)}`}
          >
            Review the buyer
          </Link>
        </Line>
      )}
    </span>
  );
}

function Buyer({ sale: { buyer } }: { sale: Sale }) {
  if (!buyer) return <Line>The buyer deleted their account.</Line>;
  return (
    <>
      <Line>
        Sold to <span className="text-ink">{buyer.name}</span>
        {buyer.location && <span>{`, ${buyer.location}`}</span>}
      </Line>
      <Line>
        <a href={`mailto:${encodeURIComponent(buyer.email)}`} className="text-link">
          <EmailAddress email={buyer.email} />
        </a>
      </Line>
      {buyer.phone && (
        <Line>
          <PhoneLink phone={buyer.phone} link={buyer.phoneLink} />
        </Line>
      )}
    </>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <span className="block wrap-anywhere">{children}</span>;
}
