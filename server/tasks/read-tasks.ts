import type { TaskAnswer } from "#shared/tasks/task-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  countCarsOf,
  countMoneyTroubles,
  countOrdersOf,
  countPeople,
  countReported,
  countWaitingAppeals,
  listRunningHolds,
} from "./task-store.ts";

/** What waits for whoever asks: counts, and for a buyer the cars that are held for them. */
export async function readTasks({ db }: Pick<Deps, "db">, viewer: Viewer): Promise<TaskAnswer> {
  const { role, accountId, isVerified } = viewer;
  if (role === "Seller") return { role, isVerified, ...(await countCarsOf(db, accountId)) };
  if (role === "Buyer") {
    const [holds, orders] = await Promise.all([
      listRunningHolds(db, accountId),
      countOrdersOf(db, accountId),
    ]);
    return {
      role,
      ...orders,
      holds: holds.map(({ id, item, expiresAt }) => ({
        _id: id,
        item,
        expiresAt: expiresAt.toISOString(),
      })),
    };
  }
  const [people, money, reportedCars, appealsToDecide] = await Promise.all([
    countPeople(db),
    countMoneyTroubles(db),
    countReported(db),
    countWaitingAppeals(db),
  ]);
  return { role, ...people, ...money, reportedCars, appealsToDecide };
}
