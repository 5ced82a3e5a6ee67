import { useState } from "react";

/** A row somebody wants to do something final to, until they confirm or think better of it. */
export function useConfirmedRow<Row>() {
  const [row, setRow] = useState<Row | null>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return {
    /** Stays while the dialog fades out, so that its words do not vanish first. */
    row,
    open,
    ask: (next: Row) => {
      setRow(next);
      setOpen(true);
    },
    close,
    /** Does it to the row, and closes the dialog then; a failure is told by a toast (query-client.ts). */
    confirm: (act: (row: Row) => Promise<void>) =>
      row &&
      void act(row)
        .catch(() => undefined)
        .finally(close),
  };
}
