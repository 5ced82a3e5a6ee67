// What other features may use.
export { queueBookedEmails, queueReleasedEmails } from "./booking-emails.ts";
export { bookingId, noSuchBooking } from "./booking-id.ts";
export {
  appendMoves,
  beginPayment,
  insertHold,
  isCarUntaken,
  listReleasing,
  lockBooking,
  lockBookingWithCar,
  moveBooking,
  type LockedBooking,
} from "./booking-move-store.ts";
export {
  bookingExists,
  countOpenBookings,
  isListingHeld,
  isListingSold,
  liveBookingCountOfBuyer,
  type OpenBookings,
} from "./booking-store.ts";
export { endHolds } from "./end-holds.ts";
export { isCarFreeFor } from "./is-car-free-for.ts";
export { isVinTaken } from "./is-vin-taken.ts";
export {
  listLiveVins,
  listSharedVins,
  lockEveryVin,
  lockVins,
  type LiveVin,
} from "./live-vin-store.ts";
