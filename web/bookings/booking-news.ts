import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { bookingKeys } from "./booking-keys.ts";

const name = "marque-bookings";

/** Tells this browser's other tabs that a booking is not what it was. */
export function tellBookingNews(): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage("changed");
  channel.close();
}

/** Reads bookings again as soon as another tab has changed one, for instance paid for it. */
export function useBookingNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(name);
    channel.onmessage = () => readBookingsAgain(queryClient);
    return () => channel.close();
  }, [queryClient]);
}

function readBookingsAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: bookingKeys.all });
}
