// The door of this feature: what others may use of it.
export { bookingId, noSuchBooking } from "./booking-id.ts";
export {
  appendMoves,
  beginPayment,
  isCarUntaken,
  listReleasing,
  lockBooking,
  lockBookingWithCar,
  moveBooking,
  type LockedBooking,
} from "./booking-move-store.ts";
export { bookingExists, heldBookingOfListing, liveBookingCountOfBuyer } from "./booking-store.ts";
export { endHolds } from "./end-holds.ts";
export { isCarFreeFor } from "./is-car-free-for.ts";
export { countOpenDeals, type OpenDeals } from "./open-deals-store.ts";
export { queueReleasedEmails } from "./queue-released-emails.ts";
export { readBooking } from "./read-booking.ts";
export { readSales } from "./sale-store.ts";
export { totalOfBookings } from "./total-of-bookings.ts";
