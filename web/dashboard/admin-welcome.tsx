import { useInfiniteQuery } from "@tanstack/react-query";
import { auditQuery } from "#web/audit/audit-queries.ts";
import { buyersQuery, sellersQuery, usersQuery } from "#web/accounts/account-queries.ts";
import { allBookingsQuery, heldBackQuery } from "#web/bookings-admin/booking-admin-queries.ts";
import { useShop } from "#web/platform/root-data.ts";
import { reportedProductsQuery } from "#web/reports/report-queries.ts";
import { Task, TaskList } from "./task.tsx";

/** What waits for an admin. */
export function AdminWelcome() {
  const reports = useInfiniteQuery(reportedProductsQuery(useShop().reportsApiUrl));
  const sellers = useInfiniteQuery(sellersQuery);
  const buyers = useInfiniteQuery(buyersQuery);
  const users = useInfiniteQuery(usersQuery);
  const bookings = useInfiniteQuery(allBookingsQuery(null));
  const heldBack = useInfiniteQuery(heldBackQuery);
  const acts = useInfiniteQuery(auditQuery({}));
  const latest = bookings.data?.pages[0]?.items;
  const disputed = latest?.filter((booking) => booking.isDisputed).length;
  const failed = latest?.filter((booking) => booking.hasFailedRefund).length;
  const unreturned = heldBack.data?.pages[0]?.items.filter(
    (payment) => payment.refundStatus !== "succeeded",
  ).length;
  const unverified = sellers.data?.pages[0]?.items.filter((seller) => !seller.isVerify).length;
  const reported = reports.data?.pages[0]?.total;
  return (
    <TaskList>
      <Task
        to="/dashboard/reportitem"
        title="Reported cars"
        count={reported}
        isPending={reports.isPending}
      >
        {reported
          ? "Look at each and dismiss the reports, or remove the car."
          : "Nobody has reported anything."}
      </Task>
      <Task
        to="/dashboard/heldback"
        title="Payments held back"
        count={unreturned}
        isPending={heldBack.isPending}
      >
        {unreturned
          ? "Money that fits no booking and is not back with its sender yet."
          : "No money waits to go back to its sender."}
      </Task>
      <Task
        to="/dashboard/bookings"
        title="Bookings"
        count={bookings.data?.pages[0]?.total}
        isPending={bookings.isPending}
      >
        {disputed || failed
          ? `Among the latest: ${disputed} disputed, ${failed} with a refund that failed.`
          : "What was booked and paid; refund and put back on sale."}
      </Task>
      <Task
        to="/dashboard/allseller"
        title="Sellers to verify"
        count={unverified}
        isPending={sellers.isPending}
      >
        {unverified ? "Among the latest sellers." : "Every one of the latest sellers is verified."}
      </Task>
      <Task
        to="/dashboard/allseller"
        title="Sellers"
        count={sellers.data?.pages[0]?.total}
        isPending={sellers.isPending}
      >
        Verify them, or delete them with their cars.
      </Task>
      <Task
        to="/dashboard/allbuyer"
        title="Buyers"
        count={buyers.data?.pages[0]?.total}
        isPending={buyers.isPending}
      >
        Everybody who may book.
      </Task>
      <Task
        to="/dashboard/allusers"
        title="Everybody"
        count={users.data?.pages[0]?.total}
        isPending={users.isPending}
      >
        Make somebody an admin.
      </Task>
      <Task
        to="/dashboard/audit"
        title="Audit log"
        count={acts.data?.pages[0]?.total}
        isPending={acts.isPending}
      >
        What admins did, when and to whom.
      </Task>
    </TaskList>
  );
}
