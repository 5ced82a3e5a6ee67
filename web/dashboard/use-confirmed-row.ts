import { useState } from "react";

/** A row somebody wants to do something final to, until they confirm or think better of it. */
export function useConfirmedRow<Row>() {
  const [row, setRow] = useState<Row | null>(null);
  const [open, setOpen] = useState(false);
  return {
    /** Stays while the dialog fades out, so that its words do not vanish first. */
    row,
    open,
    ask: (next: Row) => {
      setRow(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
