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

/** Id of the dashboard's drawer, toggled by an icon in the header. */
export const dashboardDrawerId = "dashboard-drawer";

/** Open state of the dashboard's drawer on small screens, shared by the header and the drawer. */
export function useDashboardDrawer() {
  const open = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
  return { open, setOpen, toggle: () => setOpen(!isOpen) };
}
