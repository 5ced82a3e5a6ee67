import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { PageSection } from "#web/ui/page-section.tsx";
import { purchasesQuery } from "./receipt-queries.ts";
import { Moment } from "#web/ui/moment.tsx";
import { Price } from "#web/ui/price.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";

/** Receipts from when the account was a buyer. */
export function PurchasesSection() {
  const purchases = useInfiniteQuery(purchasesQuery);
  return (
    <PageSection title="Purchases" lead="Receipts for the cars you paid for as a buyer.">
      <PagedList query={purchases} empty={<p>You haven't paid for any cars.</p>}>
        {(items) => (
          <ul aria-label="Your purchases" className="divide-y divide-line border-y border-line">
            {items.map(({ bookingId, number, item, issuedAt, amountPaid, currency }) => (
              <li key={bookingId} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-4">
                <div className="min-w-0">
                  <p className="font-medium wrap-anywhere">{item}</p>
                  <p className="text-sm text-muted">
                    <Moment at={issuedAt} />
                  </p>
                </div>
                <div className="text-right">
                  <Price amount={amountPaid} currency={currency} />
                  <p>
                    <Link
                      to={`/dashboard/receipt/${bookingId}`}
                      className="text-link"
                    >{`Receipt ${number}`}</Link>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </PageSection>
  );
}
