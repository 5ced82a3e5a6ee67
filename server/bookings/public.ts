// The door of this feature: what others may use of it.
export {
  heldBookingOfListing,
  liveBookingCountOfBuyer,
  liveBookingCountOfSeller,
  releaseHoldOfListing,
} from "./booking-store.ts";
