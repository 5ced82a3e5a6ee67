import { useState } from "react";

/** A row somebody wants to do something final to, until they confirm or think better of it. */
export function useConfirmedRow<Row>() {
  const [{ row, open }, setAsked] = useState<{ row: Row | null; open: boolean }>({
    row: null,
    open: false,
  });
  return {
    /** Stays while the dialog fades out, so that its words do not vanish first. */
    row,
    open,
    ask: (next: Row) => setAsked({ row: next, open: true }),
    close: () => setAsked((now) => ({ ...now, open: false })),
    /**
     * Does it to the row, and closes the dialog then, unless it asks about another row by now. After a failure it stays
     * with all that was typed into it; a toast tells why (query-client.ts).
     */
    confirm: (act: (row: Row) => Promise<void>) =>
      row &&
      void act(row)
        .then(() => setAsked((now) => (now.row === row ? { row, open: false } : now)))
        .catch(() => undefined),
  };
}
