/** States of a booking. The API field `paid` is derived from them. */
export const bookingStates = [
  "held",
  "releasing",
  "paid",
  "partly_refunded",
  "refunded",
  "cancelled",
  "expired",
] as const;
export type BookingState = (typeof bookingStates)[number];

/** States in which the car is taken. The partial unique index in the database uses the same states. */
export const liveBookingStates = [
  "held",
  "releasing",
  "paid",
  "partly_refunded",
] as const satisfies readonly BookingState[];

/**
 * Transitions of a booking. A hold with a started payment is `releasing` until the provider has canceled the payment, so
 * that a crash in between is visible and can be finished.
 */
export const bookingMoves = {
  held: ["releasing", "cancelled", "expired", "paid"],
  releasing: ["cancelled", "expired", "paid"],
  paid: ["partly_refunded", "refunded"],
  // A refund can fail after it succeeded.
  partly_refunded: ["paid", "refunded"],
  refunded: ["partly_refunded", "paid"],
  // A late payment gets the car if it is still available, and a full refund otherwise.
  cancelled: ["paid", "refunded"],
  expired: ["paid", "refunded"],
} as const satisfies Record<BookingState, readonly BookingState[]>;

/** How an unpaid hold may end. */
export type EndOfHold = "cancelled" | "expired";

/** Unpaid holds one buyer may have at a time. */
export const maximumHolds = 5;

/** Why a booking is refused. The text is the `message` of the answer. */
export const bookingRefusals = {
  unknown_item: "This car could not be found. Please open it again and book from there.",
  taken: "Someone else just reserved this car.",
  already_yours: "You have already reserved this car.",
  not_for_sale: "This car is no longer for sale.",
  own_car: "You cannot book your own car.",
  price_changed: "The price has changed",
  email_unconfirmed:
    "Confirm your email address before you book. Open the link in the email we sent you, or request a new one.",
  too_many_holds: `You can hold at most ${maximumHolds} unpaid cars at a time. Pay for or cancel one first.`,
  too_many_holds_here:
    "Too many unpaid cars are held from your network right now. Pay for or cancel one first, or try again later.",
} as const;
export type BookingRefusal = keyof typeof bookingRefusals;

/** Value of the API field `paid`. A partly refunded booking is still paid. */
export function isPaid(state: BookingState): boolean {
  return state === "paid" || state === "partly_refunded";
}

/** Days for which a sold car counts as one to be handed over. */
export const paidLatelyDays = 30;
