import type { Booking } from "#shared/bookings/booking-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";

/** The holds of the signed-in buyer with this email. */
export async function fetchHolds(email: string, signal: AbortSignal): Promise<Booking[]> {
  const path = `/bookings?email=${encodeURIComponent(email)}&state=held`;
  const { items } = await api.list<Booking>(path, null, { signal });
  // An expired hold is listed as expired until the server cleans it up.
  return items.filter(({ state }) => state === "held");
}
