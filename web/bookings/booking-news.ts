import { useEffect } from "react";
import { loadedQueries } from "#web/platform/loaded-queries.ts";
import { bookingKeys } from "./booking-keys.ts";

const name = "marque-bookings";

/** Tells other tabs that a booking changed. */
export function tellBookingNews(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage("changed");
  channel.close();
}

/** Refetches bookings when another tab changes one, for example by paying. */
export function useBookingNews(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = readBookingsAgain;
    return () => channel.close();
  }, []);
}

/** A page that has not loaded the query library has fetched no bookings. */
function readBookingsAgain(): void {
  void loadedQueries()?.client.invalidateQueries({ queryKey: bookingKeys.all });
}
