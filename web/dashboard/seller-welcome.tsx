import { useInfiniteQuery } from "@tanstack/react-query";
import { myProductsQuery } from "#web/listings/listing-queries.ts";
import { Task, TaskList } from "./task.tsx";

/** What waits for a seller. */
export function SellerWelcome() {
  const products = useInfiniteQuery(myProductsQuery);
  const latest = products.data?.pages[0]?.items;
  const reserved = latest?.filter((product) => product.status === "reserved").length;
  const quiet = latest?.filter((product) => product.allowedActions.includes("advertise")).length;
  return (
    <TaskList>
      <Task
        to="/dashboard/myproduct"
        title="Reserved by a buyer"
        count={reserved}
        isPending={products.isPending}
      >
        {reserved
          ? "Among your latest cars. Expect a call."
          : "No buyer holds one of your latest cars."}
      </Task>
      <Task
        to="/dashboard/myproduct"
        title="Not advertised yet"
        count={quiet}
        isPending={products.isPending}
      >
        {quiet
          ? "Among your latest cars. Advertise puts them on the home page."
          : "All your latest cars are on the home page."}
      </Task>
      <Task
        to="/dashboard/myproduct"
        title="Your cars"
        count={products.data?.pages[0]?.total}
        isPending={products.isPending}
      >
        Everything you have in the shop.
      </Task>
      <Task to="/dashboard/addproduct" title="Add a car" count={null}>
        It stands in its brand’s page at once.
      </Task>
    </TaskList>
  );
}
