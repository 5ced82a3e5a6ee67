import { useState } from "react";

export type ConfirmedRow<Row> = ReturnType<typeof useConfirmedRow<Row>>;

/** The row of a pending confirmation dialog. */
export function useConfirmedRow<Row>() {
  const [{ row, open }, setState] = useState<{ row: Row | null; open: boolean }>({
    row: null,
    open: false,
  });
  return {
    /** Kept while the dialog fades out, so its text doesn't vanish first. */
    row,
    open,
    ask: (next: Row) => setState({ row: next, open: true }),
    close: () => setState((now) => ({ ...now, open: false })),
    /**
     * Runs the action and closes the dialog, unless it has been opened for another row. On failure it stays open
     * with its input; a toast says why (query-client.ts).
     */
    confirm: (action: (row: Row) => Promise<void>) =>
      row &&
      void action(row)
        .then(() => setState((now) => (now.row === row ? { row, open: false } : now)))
        .catch(() => undefined),
  };
}
