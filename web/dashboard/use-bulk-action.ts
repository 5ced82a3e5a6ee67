import { useState } from "react";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";

type BulkReport<Row> = { done: Row[]; refused: { row: Row; why: string }[] };

/**
 * One act on many rows, one after the other: each is decided, guarded and logged on the server as if it were done alone,
 * and one that is refused stops none of the others.
 * @param act answers how many were changed, and why not where that is none
 * @param after is waited for once all were tried
 */
export function useBulkAction<Row>(
  act: (row: Row) => Promise<{ count: number; message?: string | undefined }>,
  after: () => Promise<unknown>,
) {
  const signal = useUnmountSignal();
  const [tried, setTried] = useState<number | null>(null);
  const [report, setReport] = useState<BulkReport<Row> | null>(null);

  async function run(rows: readonly Row[]): Promise<BulkReport<Row>> {
    const result: BulkReport<Row> = { done: [], refused: [] };
    setReport(null);
    for (const [at, row] of rows.entries()) {
      // The rest of them is not done behind the back of an admin who has left the page.
      if (signal().aborted) break;
      setTried(at);
      const { count, message } = await act(row).catch((error: unknown) => ({
        count: 0,
        message: error instanceof Error ? error.message : undefined,
      }));
      if (count > 0) result.done.push(row);
      else result.refused.push({ row, why: message ?? "Nothing was changed." });
    }
    await after().catch(() => undefined);
    setTried(null);
    setReport(result);
    return result;
  }

  return {
    run,
    /** How many were tried so far; null while nothing is under way. */
    tried,
    /** What came of the last run. */
    report,
    forget: () => setReport(null),
  };
}
