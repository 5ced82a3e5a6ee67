import { useSyncExternalStore } from "react";

let isOpen = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOpen(next: boolean) {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** The id of the dashboard's drawer, which the header's small-screen icon toggles. */
export const dashboardDrawerId = "dashboard-drawer";

/** Whether the dashboard's drawer is open on a small screen: the header toggles it, the drawer shows it and closes it. */
export function useDashboardDrawer() {
  const open = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
  return { open, setOpen, toggle: () => setOpen(!isOpen) };
}
