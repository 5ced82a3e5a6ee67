import { useQuery } from "@tanstack/react-query";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { useBookingNews } from "#web/bookings/booking-news.ts";
import { myHoldsQuery } from "#web/bookings/own-holds-query.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { useLateModule } from "#web/platform/loading/use-late-module.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

export type OwnHolds = {
  /** False until the first response. */
  isKnown: boolean;
  /** The reader's hold on a car; null where they have none, undefined where the server could not be asked. */
  of: (productId: string) => Booking | null | undefined;
  /** Replaces "Book Now" on cars they hold; null for others. */
  cardOf: (productId: string) => Elements;
};

const loadOwnHold = () => import("#web/bookings/own-hold.tsx");

/** The cars the user holds. Only buyers can hold cars, so only they are asked for. */
export function useOwnHolds(): OwnHolds {
  useBookingNews();
  const { user, role } = useSession();
  const isBuyer = user !== null && role === "Buyer";
  const query = useQuery({ ...myHoldsQuery(user?.email ?? ""), enabled: isBuyer });
  // Loaded before the first hold, so that a new booking shows at once.
  const { module } = useLateModule(isBuyer, loadOwnHold);
  const find = (productId: string) => query.data?.find((hold) => hold.productId === productId);
  return {
    isKnown: !isBuyer || query.data !== undefined || query.failureCount > 0,
    of: (productId) =>
      isBuyer && query.data === undefined ? undefined : (find(productId) ?? null),
    cardOf: (productId) => {
      const hold = find(productId);
      return hold && module ? <module.OwnHold booking={hold} /> : null;
    },
  };
}
