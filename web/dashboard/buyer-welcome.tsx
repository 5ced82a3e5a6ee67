import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { HoldEnd } from "#web/bookings/hold-end.tsx";
import { NothingToDo, SummaryItem, SummaryList } from "./summary-item.tsx";

/** A buyer's dashboard summary. */
export function BuyerWelcome({ summary }: { summary: SummaryOf<"Buyer"> }) {
  return (
    <>
      {summary.holds.length === 0 ? (
        <NothingToDo>You're all caught up. Cars you book appear here.</NothingToDo>
      ) : (
        <SummaryList title="To pay">
          {summary.holds.map(({ _id, item, expiresAt }) => (
            <SummaryItem
              key={_id}
              to={`/dashboard/payment/${_id}`}
              title={`Pay for ${isolate(item)}`}
              count={null}
            >
              <HoldEnd expiresAt={expiresAt} />
            </SummaryItem>
          ))}
        </SummaryList>
      )}
      <SummaryList title="Look up">
        <SummaryItem to="/dashboard/myorders" title="All your orders" count={summary.orders}>
          {summary.orders === 0
            ? "Your bookings and payments will appear here."
            : `Your bookings and payments. Receipts: ${summary.receipts}.`}
        </SummaryItem>
        <SummaryItem to="/" title="Browse cars" count={null}>
          Advertised cars and the three brands.
        </SummaryItem>
      </SummaryList>
    </>
  );
}
