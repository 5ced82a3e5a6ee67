import { useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";
import type { StepAnswer } from "#shared/outcomes/outcome-contract.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";

/** What became of everything that was to be changed. */
export type StepsResult = Pick<StepAnswer, "doneCount" | "refusedCount" | "refusals"> & {
  /** Why it ended before the last one; null if it did not. */
  stopped: string | null;
};

/** `refused`: as a whole, so nothing was changed. `unknown`: the first call failed, and may have changed something. */
type StepsOutcome = "done" | "stopped" | "refused" | "unknown";

type Send<Body> = (
  body: Body & { after?: string | undefined },
  options: { signal: AbortSignal },
) => Promise<StepAnswer>;

/**
 * Changes many things, call by call, because one call ends after some seconds.
 * @param after awaited after the last call
 */
export function useSteps<Body extends object>(send: Send<Body>, after: () => Promise<unknown>) {
  const signal = useUnmountSignal();
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<StepsResult | null>(null);

  async function runAll(body: Body): Promise<StepsOutcome> {
    let sum: StepsResult = { doneCount: 0, refusedCount: 0, refusals: [], stopped: null };
    let next: string | undefined;
    do {
      try {
        const answer = await send({ ...body, after: next }, { signal: signal() });
        sum = add(sum, answer);
        next = answer.next ?? undefined;
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure;
        if (next === undefined) {
          setError(failure.message);
          return failure.status < 500 ? "refused" : "unknown";
        }
        setResult({ ...sum, stopped: failure.message });
        return "stopped";
      }
      setProgress(sum.doneCount + sum.refusedCount);
    } while (next !== undefined);
    setResult(sum);
    return "done";
  }

  return {
    async run(body: Body): Promise<StepsOutcome> {
      setError(null);
      setResult(null);
      setProgress(0);
      try {
        const outcome = await runAll(body);
        await after().catch(() => undefined);
        return outcome;
      } finally {
        setProgress(null);
      }
    },
    /** How many are done; null when not running. */
    progress,
    error,
    result,
    clearError: () => setError(null),
    clear: () => setResult(null),
  };
}

const mostNamed = 5;

function add(sum: StepsResult, answer: StepAnswer): StepsResult {
  const refusals = new Map(sum.refusals.map((refusal) => [refusal.message, refusal]));
  for (const { message, count, names } of answer.refusals) {
    const before = refusals.get(message);
    refusals.set(message, {
      message,
      count: count + (before?.count ?? 0),
      names: [...(before?.names ?? []), ...names].slice(0, mostNamed),
    });
  }
  return {
    doneCount: sum.doneCount + answer.doneCount,
    refusedCount: sum.refusedCount + answer.refusedCount,
    refusals: [...refusals.values()],
    stopped: null,
  };
}
