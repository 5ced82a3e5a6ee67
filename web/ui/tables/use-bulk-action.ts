import { useState } from "react";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";

const nothingChanged = "Nothing was changed.";

export type BulkResult<Row> = { done: Row[]; refused: { row: Row; why: string }[] };

/** Changes one row; returns how many records changed, with a message if none did. */
export type RowChange<Row> = (row: Row) => Promise<{ count: number; message?: string | undefined }>;

/** Changes one row per call, or all of them in one call that reports each row. */
export type BulkChange<Row> =
  RowChange<Row> | { all: (rows: readonly Row[]) => Promise<BulkResult<Row>> };

/**
 * Changes many rows. The server checks and logs each one separately, and a failure doesn't stop the others.
 * @param after awaited after all rows
 */
export function useBulkAction<Row>(after: () => Promise<unknown>) {
  const signal = useUnmountSignal();
  const [progress, setProgress] = useState<number | null>(null);
  const [result, setResult] = useState<BulkResult<Row> | null>(null);

  async function run(rows: readonly Row[], change: BulkChange<Row>): Promise<BulkResult<Row>> {
    setResult(null);
    setProgress(0);
    const next =
      typeof change === "function"
        ? await changeEach(rows, change)
        : await change.all(rows).catch((error: unknown) => ({
            done: [],
            refused: rows.map((row) => ({ row, why: reasonOf(error) ?? nothingChanged })),
          }));
    await after().catch(() => undefined);
    setProgress(null);
    setResult(next);
    return next;
  }

  async function changeEach(rows: readonly Row[], change: RowChange<Row>) {
    const next: BulkResult<Row> = { done: [], refused: [] };
    for (const [at, row] of rows.entries()) {
      // Stop when the admin leaves the page.
      if (signal().aborted) break;
      setProgress(at);
      const { count, message } = await change(row).catch((error: unknown) => ({
        count: 0,
        message: reasonOf(error),
      }));
      if (count > 0) next.done.push(row);
      else next.refused.push({ row, why: message ?? nothingChanged });
    }
    return next;
  }

  return {
    run,
    /** How many rows are done; null when not running. */
    progress,
    /** Result of the last run. */
    result,
    clear: () => setResult(null),
  };
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined;
}
