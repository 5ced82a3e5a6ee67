import { queryOptions } from "@tanstack/react-query";
import { bookingKeys } from "./booking-keys.ts";
import { firstEndDelay } from "./next-look.ts";
import { serverTime } from "#web/platform/requests/server-clock.ts";

/** Milliseconds that fetched holds stay fresh; every page with cars asks for them. */
const holdsLife = 30_000;

/** The buyer's holds. Car pages are rendered the same for everyone; this tells which cars the user holds. */
export function myHoldsQuery(email: string) {
  return queryOptions({
    queryKey: bookingKeys.holds(email),
    queryFn: async ({ signal }) => (await import("./fetch-holds.ts")).fetchHolds(email, signal),
    staleTime: holdsLife,
    refetchInterval: ({ state }) => firstEndDelay(state.data ?? [], serverTime()),
  });
}
