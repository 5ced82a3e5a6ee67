import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { HoldEnd } from "#web/bookings/hold-end.tsx";
import { NothingToDo, Task, TaskList } from "./task.tsx";

/** A buyer's open tasks. */
export function BuyerWelcome({ tasks }: { tasks: SummaryOf<"Buyer"> }) {
  return (
    <>
      {tasks.holds.length === 0 ? (
        <NothingToDo>You're all caught up. Cars you book appear here.</NothingToDo>
      ) : (
        <TaskList title="To pay">
          {tasks.holds.map(({ _id, item, expiresAt }) => (
            <Task key={_id} to={`/dashboard/payment/${_id}`} title={`Pay for ${item}`} count={null}>
              <HoldEnd expiresAt={expiresAt} />
            </Task>
          ))}
        </TaskList>
      )}
      <TaskList title="Look up">
        <Task to="/dashboard/myorders" title="All your orders" count={tasks.orders}>
          {tasks.orders === 0
            ? "Your bookings and payments will appear here."
            : `Your bookings and payments. Receipts: ${tasks.receipts}.`}
        </Task>
        <Task to="/" title="Browse cars" count={null}>
          Advertised cars and the three brands.
        </Task>
      </TaskList>
    </>
  );
}
