import type { SummaryOf } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { ModerationNotice } from "#web/moderation/moderation-notice.tsx";
import { useStandingActions } from "#web/moderation/use-standing-actions.ts";
import { useShop } from "#web/platform/root-data.ts";
import { NothingToDo, Task, TaskList } from "./task.tsx";

/** What waits for a seller. */
export function SellerWelcome({ tasks }: { tasks: SummaryOf<"Seller"> }) {
  const { phone } = useShop();
  const isSuspended = Boolean(useStandingActions().suspension);
  const waiting = [
    {
      title: "Reserved by a buyer",
      count: tasks.reserved,
      words: "Expect a call. They are yours again if the hold runs out.",
    },
    {
      title: "Paid, to hand over",
      count: tasks.paidLately,
      words: "Paid in the last 30 days. Agree with the buyer on the handover.",
    },
    {
      title: "Without a picture",
      count: isSuspended ? 0 : tasks.withoutPicture,
      words: "Shown with a drawing. Cars with pictures of their own sell better.",
    },
    {
      title: "Not advertised yet",
      count: isSuspended ? 0 : tasks.notAdvertised,
      words: "Advertise puts them on the home page.",
    },
  ].filter(({ count }) => count > 0);
  return (
    <>
      <ModerationNotice />
      {tasks.unverifiedLimits && !isSuspended && (
        <NothingToDo>
          {`Your account is not verified yet. Until it is, your cars are for sale without the badge, and you can have ${tasks.unverifiedLimits.listings} for sale and ${tasks.unverifiedLimits.advertised} advertised at a time. To get verified, call us at ${phone}.`}
        </NothingToDo>
      )}
      {waiting.length > 0 && (
        <TaskList title="To do">
          {waiting.map(({ title, count, words }) => (
            <Task key={title} to="/dashboard/myproduct" title={title} count={count}>
              {words}
            </Task>
          ))}
        </TaskList>
      )}
      {(tasks.cars > 0 || !isSuspended) && (
        <TaskList title={tasks.cars === 0 ? "Begin here" : "Your cars"}>
          {tasks.cars > 0 && (
            <Task to="/dashboard/myproduct" title="Your cars" count={tasks.cars}>
              Everything you have in the shop.
            </Task>
          )}
          {!isSuspended && (
            <Task
              to="/dashboard/addproduct"
              title={tasks.cars === 0 ? "Add your first car" : "Add a car"}
              count={null}
            >
              It stands in its brand’s page at once.
            </Task>
          )}
        </TaskList>
      )}
    </>
  );
}
