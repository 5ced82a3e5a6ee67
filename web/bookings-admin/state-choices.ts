import { bookingStates, type BookingState } from "#shared/bookings/booking.ts";
import { bookingLabels } from "./state-words.ts";

/** The states that bookings are listed by, and all of them together. */
export const stateChoices = [
  { value: "", words: "All" },
  ...bookingStates.map((state: BookingState) => ({
    value: state,
    words: bookingLabels[state].words,
  })),
];
