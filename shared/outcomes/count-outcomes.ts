import type { StepAnswer } from "./outcome-contract.ts";

/** Names in the answer for each reason. */
const mostNamed = 5;

type Outcome = { isDone: boolean; message: string | null; name: string | null };

/** How many of many changes were made, and why the others were not, the most frequent reason first. */
export function countOutcomes(
  outcomes: readonly Outcome[],
): Pick<StepAnswer, "doneCount" | "refusedCount" | "refusals"> {
  const refusals = new Map<string, StepAnswer["refusals"][number]>();
  let doneCount = 0;
  for (const { isDone, message, name } of outcomes) {
    if (isDone) {
      doneCount += 1;
      continue;
    }
    const why = message ?? "Nothing was changed.";
    const refusal = refusals.get(why) ?? { message: why, count: 0, names: [] };
    refusals.set(why, refusal);
    refusal.count += 1;
    if (name !== null && refusal.names.length < mostNamed) refusal.names.push(name);
  }
  return {
    doneCount,
    refusedCount: outcomes.length - doneCount,
    refusals: [...refusals.values()].toSorted((one, other) => other.count - one.count),
  };
}
