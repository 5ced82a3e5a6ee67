import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { ModerationNotice } from "#web/moderation/moderation-notice.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { useShop } from "#web/platform/root-data.ts";
import { NothingToDo, SummaryItem, SummaryList } from "./summary-item.tsx";

/** A seller's dashboard summary. */
export function SellerWelcome({ summary }: { summary: SummaryOf<"Seller"> }) {
  const { phone } = useShop();
  const isSuspended = Boolean(useStandingActions().suspension);
  const waiting = [
    {
      title: "Reserved by a buyer",
      count: summary.reserved,
      text: "The buyer may call you. If the hold expires, the car is available again.",
    },
    {
      title: "Paid, ready to hand over",
      count: summary.paidLately,
      text: "Paid in the last 30 days. Arrange the handover with the buyer.",
    },
    {
      title: "Missing a picture",
      count: isSuspended ? 0 : summary.withoutPicture,
      text: "Shown with an illustration. Cars with real pictures sell better.",
    },
    {
      title: "Not advertised yet",
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
          {waiting.map(({ title, count, text }) => (
            <SummaryItem key={title} to="/dashboard/myproduct" title={title} count={count}>
              {text}
            </SummaryItem>
          ))}
        </SummaryList>
      )}
      {(summary.cars > 0 || !isSuspended) && (
        <SummaryList title={summary.cars === 0 ? "Get started" : "Your cars"}>
          {summary.cars > 0 && (
            <SummaryItem to="/dashboard/myproduct" title="Your cars" count={summary.cars}>
              All your cars in the shop.
            </SummaryItem>
          )}
          {!isSuspended && (
            <SummaryItem
              to="/dashboard/addproduct"
              title={summary.cars === 0 ? "Add your first car" : "Add a car"}
              count={null}
            >
              It appears on its brand's page right away.
            </SummaryItem>
          )}
          {!isSuspended && (
            <SummaryItem to="/dashboard/feeds" title="Feeds" count={null}>
              Keep your cars in step with a file of your stock.
            </SummaryItem>
          )}
        </SummaryList>
      )}
    </>
  );
}
