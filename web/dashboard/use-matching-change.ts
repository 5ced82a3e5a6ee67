import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { AppError } from "#shared/errors/app-error.ts";
import type { MatchingAnswer } from "#shared/listings/own-product-contract.ts";
import { changeMatching, listingKeys, type MatchingInput } from "#web/listings/listing-queries.ts";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";

/** What became of all cars of a change. */
export type MatchingResult = Pick<MatchingAnswer, "doneCount" | "refusedCount" | "refusals"> & {
  /** Why it ended before the last car; null if it did not. */
  stopped: string | null;
};

/** Changes all cars that match, call by call, because one call ends after some seconds. */
export function useMatchingChange() {
  const queryClient = useQueryClient();
  const signal = useUnmountSignal();
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<MatchingResult | null>(null);
  const unfinished = useRef<{ key: string; asOf: string | undefined } | null>(null);

  /**
   * The same change of prices after it was interrupted goes on as of its first preview, because the prices that were
   * changed then must not be changed again.
   */
  function goOn(body: MatchingInput): MatchingInput {
    if (body.action !== "price") return body;
    const key = JSON.stringify([body.change, body.filter]);
    if (unfinished.current?.key !== key) unfinished.current = { key, asOf: body.asOf };
    return { ...body, asOf: unfinished.current.asOf };
  }

  async function changeAll(body: MatchingInput): Promise<MatchingResult | null> {
    let sum: MatchingResult = { doneCount: 0, refusedCount: 0, refusals: [], stopped: null };
    let after: string | undefined;
    do {
      try {
        const answer = await changeMatching({ ...body, after }, { signal: signal() });
        sum = add(sum, answer);
        after = answer.next ?? undefined;
      } catch (failure) {
        if (!(failure instanceof AppError)) throw failure;
        if (after === undefined) {
          // Refused as a whole, so nothing was changed.
          if (failure.status < 500) unfinished.current = null;
          setError(failure.message);
          return null;
        }
        return { ...sum, stopped: failure.message };
      }
      setProgress(sum.doneCount + sum.refusedCount);
    } while (after !== undefined);
    unfinished.current = null;
    return sum;
  }

  return {
    /** True if cars were changed or refused; false if the change as a whole was, which `error` explains. */
    async run(body: MatchingInput): Promise<boolean> {
      setError(null);
      setResult(null);
      setProgress(0);
      try {
        const next = await changeAll(goOn(body));
        await queryClient.invalidateQueries({ queryKey: listingKeys.all }).catch(() => undefined);
        setResult(next);
        return next !== null;
      } finally {
        setProgress(null);
      }
    },
    /** How many cars are done; null when not running. */
    progress,
    error,
    result,
    clearError: () => setError(null),
    clear: () => setResult(null),
  };
}

const mostNamed = 5;

function add(sum: MatchingResult, answer: MatchingAnswer): MatchingResult {
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
