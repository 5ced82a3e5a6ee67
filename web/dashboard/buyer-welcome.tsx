import { useInfiniteQuery } from "@tanstack/react-query";
import { myBookingsQuery } from "#web/bookings/booking-queries.ts";
import { Task, TaskList } from "./task.tsx";

/** What waits for a buyer. */
export function BuyerWelcome({ email }: { email: string }) {
  const bookings = useInfiniteQuery(myBookingsQuery(email));
  const latest = bookings.data?.pages[0]?.items;
  const held = latest?.filter((booking) => booking.state === "held").length;
  return (
    <TaskList>
      <Task
        to="/dashboard/myorders"
        title="Cars held for you"
        count={held}
        isPending={bookings.isPending}
      >
        {held
          ? "Pay for them or give them back before the hold ends."
          : "Nothing waits for you. A car you book is held here."}
      </Task>
      <Task
        to="/dashboard/myorders"
        title="All your orders"
        count={bookings.data?.pages[0]?.total}
        isPending={bookings.isPending}
      >
        What you booked, and what became of it.
      </Task>
      <Task to="/" title="Look at cars" count={null}>
        Advertised cars and the three brands.
      </Task>
    </TaskList>
  );
}
