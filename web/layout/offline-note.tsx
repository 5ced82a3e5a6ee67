import { WifiOff } from "lucide-react";
import { useOffline } from "#web/platform/requests/connection.ts";

/** Tells the user below the header while they are offline. */
export function OfflineNote() {
  const offline = useOffline();
  return (
    // Always rendered: screen readers only announce changes to a region they already know.
    <div aria-live="polite">
      {offline && (
        <p className="border-t border-line bg-well">
          <span className="measure flex items-center gap-3 py-2 text-sm">
            <WifiOff aria-hidden="true" size={16} strokeWidth={1.5} className="shrink-0" />
            You are offline. This page may be out of date, and you can't send anything until you're
            back online.
          </span>
        </p>
      )}
    </div>
  );
}
