import { useInfiniteQuery } from "@tanstack/react-query";
import { buyersQuery, sellersQuery, usersQuery } from "#web/accounts/account-queries.ts";
import { useShop } from "#web/platform/root-data.ts";
import { reportedProductsQuery } from "#web/reports/report-queries.ts";
import { Task, TaskList } from "./task.tsx";

/** What waits for an admin. */
export function AdminWelcome() {
  const reports = useInfiniteQuery(reportedProductsQuery(useShop().reportsApiUrl));
  const sellers = useInfiniteQuery(sellersQuery);
  const buyers = useInfiniteQuery(buyersQuery);
  const users = useInfiniteQuery(usersQuery);
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
    </TaskList>
  );
}
