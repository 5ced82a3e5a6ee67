import {
  liveBookingStates,
  maximumHolds,
  type BookingRefusal,
  type BookingState,
} from "#shared/bookings/booking.ts";

/** The facts for a booking decision. Prices are in minor units of the shop's currency. */
export type BookingFacts = {
  buyerId: string;
  listing: { sellerId: string; isForSale: boolean; resalePriceMinor: number } | null;
  /** The buyer who has the car now. An expired hold does not count. */
  taker: { buyerId: string; state: BookingState } | null;
  /** The price the buyer was shown; null if it is not a valid amount of the currency. */
  priceMinor: number | null;
  /** Whether the buyer has to confirm their email address first. */
  needsConfirmation: boolean;
  /** Unpaid holds the buyer already has. */
  holds: number;
  /** Whether the buyer's IP address has reached its limit of held cars. */
  isAddressFull: boolean;
};

/** Why a car cannot be booked, or null if it can. */
export function decideBooking({
  buyerId,
  listing,
  taker,
  priceMinor,
  needsConfirmation,
  holds,
  isAddressFull,
}: BookingFacts): BookingRefusal | null {
  if (!listing) return "unknown_item";
  if (listing.sellerId === buyerId) return "own_car";
  if (!listing.isForSale) return "not_for_sale";
  if (taker && liveBookingStates.some((state) => state === taker.state))
    return taker.buyerId === buyerId ? "already_yours" : "taken";
  if (priceMinor !== listing.resalePriceMinor) return "price_changed";
  if (needsConfirmation) return "email_unconfirmed";
  if (holds >= maximumHolds) return "too_many_holds";
  if (isAddressFull) return "too_many_holds_here";
  return null;
}
