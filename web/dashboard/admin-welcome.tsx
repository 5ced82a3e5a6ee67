import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { NothingToDo, Task, TaskList } from "./task.tsx";

/** What waits for an admin, and where to look things up. */
export function AdminWelcome({ tasks }: { tasks: SummaryOf<"admin"> }) {
  const waiting = [
    {
      to: "/dashboard/reportitem",
      title: "Reported cars",
      count: tasks.reportedCars,
      words: "Look at each and dismiss the reports, or remove the car.",
    },
    {
      to: "/dashboard/appeals",
      title: "Appeals to decide",
      count: tasks.appealsToDecide,
      words: "Another admin than the one who acted decides, where there is one.",
    },
    {
      to: "/dashboard/allseller?verified=waiting",
      title: "Sellers to verify",
      count: tasks.sellersToVerify,
      words: "Check who they are; their cars then show a badge.",
    },
    {
      to: "/dashboard/quarantined",
      title: "Payments held back",
      count: tasks.quarantinedPayments,
      words: "Money that fits no booking and is not back with its sender yet.",
    },
    {
      to: "/dashboard/bookings?issue=disputed",
      title: "Disputed payments",
      count: tasks.disputedPayments,
      words: "A buyer’s bank questions them.",
    },
    {
      to: "/dashboard/bookings?issue=refund_failed",
      title: "Refunds that failed",
      count: tasks.failedRefunds,
      words: "Their buyers still wait for the money.",
    },
  ].filter(({ count }) => count > 0);
  return (
    <>
      {waiting.length === 0 ? (
        <NothingToDo>Nothing waits for you.</NothingToDo>
      ) : (
        <TaskList title="To do">
          {waiting.map(({ words, ...task }) => (
            <Task key={task.title} {...task}>
              {words}
            </Task>
          ))}
        </TaskList>
      )}
      <TaskList title="Look up">
        <Task to="/dashboard/bookings" title="Bookings" count={tasks.bookings}>
          What was booked and paid; refund and put back on sale.
        </Task>
        <Task to="/dashboard/quarantined" title="Held-back payments" count={null}>
          Money that fitted no booking, and what became of it.
        </Task>
        <Task to="/dashboard/allseller" title="Sellers" count={tasks.sellers}>
          Verify them, or delete them with their cars.
        </Task>
        <Task to="/dashboard/cars" title="Cars" count={null}>
          Every car in the shop; remove one without a report.
        </Task>
        <Task to="/dashboard/allbuyer" title="Buyers" count={tasks.buyers}>
          Everybody who may book.
        </Task>
        <Task to="/dashboard/allusers" title="Everybody" count={tasks.users}>
          Make a person an admin, or revoke the role.
        </Task>
        <Task to="/dashboard/appeals" title="Appeals" count={null}>
          What sellers object to, and what was decided.
        </Task>
        <Task to="/dashboard/audit" title="Audit log" count={null}>
          What admins did, when and to whom.
        </Task>
      </TaskList>
    </>
  );
}
