import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { NothingToDo, SummaryItem, SummaryList } from "./summary-item.tsx";

/** An admin's dashboard summary, and links to look things up. */
export function AdminWelcome({ summary }: { summary: SummaryOf<"admin"> }) {
  const open = openItems(summary);
  return (
    <>
      {open.length === 0 ? (
        <NothingToDo>You're all caught up.</NothingToDo>
      ) : (
        <SummaryList title="To do">
          {open.map(({ text, ...task }) => (
            <SummaryItem key={task.title} {...task}>
              {text}
            </SummaryItem>
          ))}
        </SummaryList>
      )}
      <LookUp summary={summary} />
    </>
  );
}

/** An admin's open tasks, without the empty ones. */
function openItems(summary: SummaryOf<"admin">) {
  return [
    {
      to: "/dashboard/reportitem",
      title: "Reported cars",
      count: summary.reportedCars,
      text: "Review each one, then dismiss the reports or remove the car.",
    },
    {
      to: "/dashboard/reportitem#claimed-vins",
      title: "Claimed VINs",
      count: summary.vinClaims,
      text: "Confirm that each is the car that another seller had listed, or refuse it.",
    },
    {
      to: "/dashboard/reportedreviews",
      title: "Reported reviews",
      count: summary.reportedReviews,
      text: "Read each one, then dismiss the reports or remove the review.",
    },
    {
      to: "/dashboard/appeals",
      title: "Appeals to decide",
      count: summary.appealsToDecide,
      text: "Where possible, decided by a different admin than the one who took the action.",
    },
    {
      to: "/dashboard/allseller?verified=waiting",
      title: "Sellers to verify",
      count: summary.sellersToVerify,
      text: "Check who they are. Their cars then show a badge.",
    },
    {
      to: "/dashboard/quarantined",
      title: "Payments to resolve",
      count: summary.quarantinedPayments,
      text: "Payments that match no booking and have not been refunded yet.",
    },
    {
      to: "/dashboard/bookings?issue=disputed",
      title: "Disputed payments",
      count: summary.disputedPayments,
      text: "A buyer's bank is disputing the payment.",
    },
    {
      to: "/dashboard/bookings?issue=refund_failed",
      title: "Failed refunds",
      count: summary.failedRefunds,
      text: "These buyers are still waiting for their money.",
    },
  ].filter(({ count }) => count > 0);
}

function LookUp({ summary }: { summary: SummaryOf<"admin"> }) {
  return (
    <SummaryList title="Look up">
      <SummaryItem to="/dashboard/bookings" title="Bookings" count={summary.bookings}>
        See bookings and payments, issue refunds, and put cars back on sale.
      </SummaryItem>
      <SummaryItem to="/dashboard/quarantined" title="Quarantined payments" count={null}>
        Payments that matched no booking, and their refunds.
      </SummaryItem>
      <SummaryItem to="/dashboard/allseller" title="Sellers" count={summary.sellers}>
        Verify sellers, or delete them with their cars.
      </SummaryItem>
      <SummaryItem to="/dashboard/cars" title="Cars" count={null}>
        Every car in the shop. Remove one without a report.
      </SummaryItem>
      <SummaryItem to="/dashboard/allbuyer" title="Buyers" count={summary.buyers}>
        Everyone who can book.
      </SummaryItem>
      <SummaryItem to="/dashboard/allusers" title="All users" count={summary.users}>
        Make a user an admin, or revoke the admin role.
      </SummaryItem>
      <SummaryItem to="/dashboard/appeals" title="Appeals" count={null}>
        Sellers' appeals and their outcomes.
      </SummaryItem>
      <SummaryItem to="/dashboard/audit" title="Audit log" count={null}>
        What admins did, when, and to whom.
      </SummaryItem>
      <SummaryItem to="/dashboard/price-model" title="Price model" count={null}>
        How well prices are estimated, and each training.
      </SummaryItem>
      <SummaryItem to="/dashboard/system" title="System" count={null}>
        Versions, backups, background jobs and unsafe settings.
      </SummaryItem>
    </SummaryList>
  );
}
