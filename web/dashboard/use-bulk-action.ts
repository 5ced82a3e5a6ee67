import { useState } from "react";
import { useUnmountSignal } from "#web/platform/use-unmount-signal.ts";

type BulkReport<Row> = { done: Row[]; refused: { row: Row; why: string }[] };

/**
 * Runs one action on many rows in sequence. The server checks and logs each one separately, and a failure doesn't
 * stop the others.
 * @param act returns how many records changed, with a message if none did
 * @param after awaited after all rows
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
      // Stop when the admin leaves the page.
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
    /** How many rows are done; null when not running. */
    tried,
    /** Report of the last run. */
    report,
    forget: () => setReport(null),
  };
}
