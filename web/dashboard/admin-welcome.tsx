import {
  CalendarCheck,
  Car,
  ChartLine,
  CircleAlert,
  Scale,
  ScrollText,
  Server,
  Store,
  UserCog,
  Users,
} from "lucide-react";
import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { LookUp, LookUpList, NothingToDo, SummaryItem, SummaryList } from "./summary-item.tsx";

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
      <LookUpPages summary={summary} />
    </>
  );
}

/** An admin's open items, without the empty ones. */
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

function LookUpPages({ summary }: { summary: SummaryOf<"admin"> }) {
  return (
    <LookUpList title="Look up">
      <LookUp
        to="/dashboard/bookings"
        title="Bookings"
        icon={CalendarCheck}
        count={summary.bookings}
      >
        Payments, refunds, and cars to put back on sale.
      </LookUp>
      <LookUp to="/dashboard/quarantined" title="Quarantined payments" icon={CircleAlert}>
        Payments that matched no booking.
      </LookUp>
      <LookUp to="/dashboard/allseller" title="Sellers" icon={Store} count={summary.sellers}>
        Verify sellers, or delete them with their cars.
      </LookUp>
      <LookUp to="/dashboard/cars" title="Cars" icon={Car}>
        Every car in the shop. Remove one without a report.
      </LookUp>
      <LookUp to="/dashboard/allbuyer" title="Buyers" icon={Users} count={summary.buyers}>
        Everyone who can book.
      </LookUp>
      <LookUp to="/dashboard/allusers" title="All users" icon={UserCog} count={summary.users}>
        Make a user an admin, or revoke the admin role.
      </LookUp>
      <LookUp to="/dashboard/appeals" title="Appeals" icon={Scale}>
        Sellers' appeals and their outcomes.
      </LookUp>
      <LookUp to="/dashboard/audit" title="Audit log" icon={ScrollText}>
        What admins did, when, and to whom.
      </LookUp>
      <LookUp to="/dashboard/price-model" title="Price model" icon={ChartLine}>
        How well prices are estimated, and each training.
      </LookUp>
      <LookUp to="/dashboard/system" title="System" icon={Server}>
        Versions, backups, background jobs, unsafe settings.
      </LookUp>
    </LookUpList>
  );
}
