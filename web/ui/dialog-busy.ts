import { createContext, useCallback, useContext, useEffect, useMemo, useState } from "react";

const ReportBusy = createContext<(() => () => void) | null>(null);

/** Given to what is inside a dialog; `useReportBusy` speaks to it. */
export const DialogBusyProvider = ReportBusy.Provider;

/**
 * Whether a button inside a dialog is busy. The dialog stays open meanwhile: closing it would look like canceling what
 * has been sent already.
 */
export function useDialogBusy() {
  const [count, setCount] = useState(0);
  const report = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  return useMemo(() => ({ isBusy: count > 0, report }), [count, report]);
}

/** Tells the dialog around this component, if there is one, that something is under way. */
export function useReportBusy(busy: boolean): void {
  const report = useContext(ReportBusy);
  useEffect(() => (busy && report ? report() : undefined), [busy, report]);
}
