import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";

const ReportBusy = createContext<(() => () => void) | null>(null);

/** Wraps a dialog's content; see `useReportBusy`. */
export const DialogBusyProvider = ReportBusy.Provider;

/**
 * Whether a button inside a dialog is busy. The dialog then stays open, since closing would look like canceling the
 * request.
 */
export function useDialogBusy() {
  const [count, setCount] = useState(0);
  const report = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  return useMemo(() => ({ isBusy: count > 0, report }), [count, report]);
}

/** Reports to the surrounding dialog, if any, that an action is in progress. */
export function useReportBusy(busy: boolean): void {
  const report = useContext(ReportBusy);
  useEffect(() => (busy && report ? report() : undefined), [busy, report]);
}
