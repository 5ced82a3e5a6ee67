import { Receipt, Search } from "lucide-react";
import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { HoldEnd } from "#web/bookings/hold-end.tsx";
import { CarThumbnail } from "#web/images/car-thumbnail.tsx";
import { Price } from "#web/ui/price.tsx";
import { LookUp, LookUpList, NothingToDo, SummaryItem, SummaryList } from "./summary-item.tsx";

/** A buyer's dashboard summary. */
export function BuyerWelcome({ summary }: { summary: SummaryOf<"Buyer"> }) {
  return (
    <>
      {summary.holds.length === 0 ? (
        <NothingToDo>You're all caught up. Cars you book appear here.</NothingToDo>
      ) : (
        <SummaryList title="To pay">
          {summary.holds.map(({ _id, item, image, price, currency, expiresAt }) => (
            <SummaryItem
              key={_id}
              to={`/dashboard/payment/${_id}`}
              title={`Pay for ${isolate(item)}`}
              count={<CarThumbnail src={image} className="w-20" />}
            >
              <Price amount={price} currency={currency} className="text-ink" />
              {" · "}
              <HoldEnd expiresAt={expiresAt} />
            </SummaryItem>
          ))}
        </SummaryList>
      )}
      <LookUpList title="Look up">
        <LookUp
          to="/dashboard/myorders"
          title="All your orders"
          icon={Receipt}
          count={summary.orders}
        >
          {summary.orders === 0
            ? "Your bookings and payments will appear here."
            : `Your bookings and payments. Receipts: ${summary.receipts}.`}
        </LookUp>
        <LookUp to="/" title="Browse cars" icon={Search}>
          Advertised cars and the three brands.
        </LookUp>
      </LookUpList>
    </>
  );
}
