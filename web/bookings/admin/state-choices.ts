import { bookingStates, type BookingState } from "#shared/bookings/booking.ts";
import type { PaymentIssue } from "#shared/bookings/booking-contract.ts";
import { bookingLabels } from "./state-words.ts";

/** Booking states to filter by, and "All". */
export const stateChoices = [
  { value: "", words: "All" },
  ...bookingStates.map((state: BookingState) => ({
    value: state,
    words: bookingLabels[state].words,
  })),
];

/** Payment issues that the list can be filtered by. */
export const issueChoices = [
  { value: "", words: "All" },
  { value: "disputed", words: "Disputed" },
  { value: "refund_failed", words: "Refund failed" },
] satisfies { value: PaymentIssue | ""; words: string }[];
