import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
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
  const queryClient = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: bookingKeys.all });
    return () => channel.close();
  }, [queryClient]);
}
