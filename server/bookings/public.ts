// The door of this feature: what others may use of it.
export { bookingId, noSuchBooking } from "./booking-id.ts";
export {
  beginPayment,
  endHolds,
  isCarFreeFor,
  isCarUntaken,
  appendMoves as logMoves,
  listReleasing,
  lockBooking,
  lockBookingWithCar,
  moveBooking,
  type LockedBooking,
} from "./booking-move-store.ts";
export {
  heldBookingOfListing,
  liveBookingCountOfBuyer,
  liveBookingCountOfSeller,
} from "./booking-store.ts";
export { readBooking } from "./read-booking.ts";
