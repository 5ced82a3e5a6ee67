/** States of a booking; the seed's `paid` is derived from them. */
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

/** States in which the car is taken. The database's partial unique index says the same. */
export const liveBookingStates = [
  "held",
  "releasing",
  "paid",
  "partly_refunded",
] as const satisfies readonly BookingState[];

export type BookingEvent = "book" | "cancel" | "expire" | "remove_listing";

/** The life of a booking: for each event, the state it must find and the one it leaves. */
export const bookingTransitions = {
  book: { from: null, to: "held" },
  cancel: { from: "held", to: "cancelled" },
  expire: { from: "held", to: "expired" },
  remove_listing: { from: "held", to: "cancelled" },
} as const satisfies Record<BookingEvent, { from: BookingState | null; to: BookingState }>;

/** Unpaid holds one buyer may have at a time. */
export const maximumHolds = 5;

/** Why a booking is refused; the words are the answer's `message`. */
export const bookingRefusals = {
  unknown_item: "This car could not be found. Please open it again and book from there.",
  taken: "Somebody else has just reserved this car.",
  already_yours: "You have already reserved this car.",
  not_for_sale: "This car is no longer for sale.",
  own_car: "You cannot book your own car.",
  price_changed: "The price has changed",
  too_many_holds: `You can hold at most ${maximumHolds} unpaid cars at a time. Pay for or cancel one first.`,
} as const;
export type BookingRefusal = keyof typeof bookingRefusals;

/** Whether the seed's `paid` reads true in this state. A partly refunded booking still is. */
export function isPaid(state: BookingState): boolean {
  return state === "paid" || state === "partly_refunded";
}
