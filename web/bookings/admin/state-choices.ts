import { bookingStates, type BookingState } from "#shared/bookings/booking.ts";
import type { PaymentIssue } from "#shared/bookings/booking-contract.ts";
import { bookingLabels } from "./state-words.ts";

/** Booking states to filter by. */
export const stateChoices = bookingStates.map((state: BookingState) => ({
  value: state,
  label: bookingLabels[state].label,
}));

/** Payment issues that the list can be filtered by. */
export const issueChoices = [
  { value: "disputed", label: "Disputed" },
  { value: "refund_failed", label: "Refund failed" },
] satisfies { value: PaymentIssue; label: string }[];
