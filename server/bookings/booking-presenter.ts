import { isPaid, liveBookingStates, type BookingState } from "#shared/bookings/booking.ts";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { toMajor } from "#shared/money/money.ts";
import type { BookingRow } from "./booking-row-store.ts";

/** A booking as its buyer or an admin sees it: the amount in major units, the seller's contact only while it is live. */
export function presentBooking(row: BookingRow, viewerId: string): Booking {
  // A hold that has run out has ended, whether or not the sweep has come by.
  const state = row.hasLapsed ? "expired" : row.state;
  const live = liveBookingStates.some((one) => one === state);
  return {
    _id: row.id,
    productId: row.listingId,
    name: row.name,
    email: row.email,
    item: row.item,
    image: row.image,
    price: toMajor(row.priceMinor, row.currency),
    currency: row.currency,
    phone: row.phone,
    location: row.location,
    paid: isPaid(state),
    // Nothing sets a booking paid as long as card payment is being set up.
    transactionId: null,
    state,
    createdAt: row.createdAt.toISOString(),
    expiresAt: state === "held" ? row.expiresAt.toISOString() : null,
    sellerName: row.sellerName,
    sellerEmail: live ? row.sellerEmail : null,
    sellerPhone: live ? row.sellerPhone || null : null,
    allowedActions: row.buyerId === viewerId ? bookingActionsOf(state, row.priceMinor) : [],
  };
}

/** What the buyer may do with a booking in this state. */
function bookingActionsOf(state: BookingState, priceMinor: number): Booking["allowedActions"] {
  if (state !== "held") return [];
  return priceMinor > 0 ? ["pay", "cancel"] : ["cancel"];
}
