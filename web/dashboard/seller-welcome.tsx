import { Car, CirclePlus, FileInput } from "lucide-react";
import { paidLatelyDays } from "#shared/bookings/booking.ts";
import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { ModerationNotice } from "#web/moderation/moderation-notice.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { useShop } from "#web/platform/root-data.ts";
import { LookUp, LookUpList, NothingToDo, SummaryItem, SummaryList } from "./summary-item.tsx";

/** A seller's dashboard summary. */
export function SellerWelcome({ summary }: { summary: SummaryOf<"Seller"> }) {
  const { phone } = useShop();
  const isSuspended = Boolean(useStandingActions().suspension);
  const waiting = [
    {
      title: "Reserved by a buyer",
      which: "status=reserved",
      count: summary.reserved,
      text: "The buyer may call you. If the hold expires, the car is available again.",
    },
    {
      title: "Paid, ready to hand over",
      which: "status=sold&paid=lately",
      count: summary.paidLately,
      text: `Paid in the last ${paidLatelyDays} days. Arrange the handover with the buyer.`,
    },
    {
      title: "Missing a picture",
      which: "status=available&picture=no",
      count: isSuspended ? 0 : summary.withoutPicture,
      text: "Shown with an illustration. Cars with real pictures sell better.",
    },
    {
      title: "Not advertised yet",
      which: "status=available&advertised=no",
      count: isSuspended ? 0 : summary.notAdvertised,
      text: "Advertise them to show them on the home page.",
    },
  ].filter(({ count }) => count > 0);
  return (
    <>
      <ModerationNotice />
      {summary.unverifiedLimits && !isSuspended && (
        <NothingToDo>
          {`Your account is not verified yet. Until then, your cars don't show the verified badge, and you can have up to ${summary.unverifiedLimits.listings} cars for sale and ${summary.unverifiedLimits.advertised} advertised at a time. To get verified, call us at ${phone}.`}
        </NothingToDo>
      )}
      {waiting.length > 0 && (
        <SummaryList title="To do">
          {waiting.map(({ title, which, count, text }) => (
            <SummaryItem
              key={title}
              to={`/dashboard/myproduct?${which}`}
              title={title}
              count={count}
            >
              {text}
            </SummaryItem>
          ))}
        </SummaryList>
      )}
      {(summary.cars > 0 || !isSuspended) && (
        <LookUpList title={summary.cars === 0 ? "Get started" : "Your cars"}>
          {summary.cars > 0 && (
            <LookUp to="/dashboard/myproduct" title="Your cars" icon={Car} count={summary.cars}>
              All your cars in the shop.
            </LookUp>
          )}
          {!isSuspended && (
            <LookUp
              to="/dashboard/addproduct"
              title={summary.cars === 0 ? "Add your first car" : "Add a car"}
              icon={CirclePlus}
            >
              It appears on its brand's page right away.
            </LookUp>
          )}
          {!isSuspended && (
            <LookUp to="/dashboard/feeds" title="Feeds" icon={FileInput}>
              Keep your cars in step with a file of your stock.
            </LookUp>
          )}
        </LookUpList>
      )}
    </>
  );
}
