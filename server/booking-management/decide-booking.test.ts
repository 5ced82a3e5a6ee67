import { expect, test } from "vitest";
import { bookingStates, liveBookingStates, maximumHolds } from "#shared/bookings/booking.ts";
import { decideBooking, type BookingFacts } from "./decide-booking.ts";

const free: BookingFacts = {
  buyerId: "buyer",
  listing: { sellerId: "seller", isForSale: true, resalePriceMinor: 100 },
  taker: null,
  priceMinor: 100,
  needsConfirmation: false,
  holds: 0,
  isAddressFull: false,
};

test("allows booking a free car at its price", () => {
  expect(decideBooking(free)).toBeNull();
  expect(decideBooking({ ...free, holds: maximumHolds - 1 })).toBeNull();
});

test("gives the reason for each refusal", () => {
  expect(decideBooking({ ...free, listing: null })).toBe("unknown_item");
  expect(decideBooking({ ...free, buyerId: "seller" })).toBe("own_car");
  expect(decideBooking({ ...free, listing: { ...free.listing!, isForSale: false } })).toBe(
    "not_for_sale",
  );
  expect(decideBooking({ ...free, priceMinor: 99 })).toBe("price_changed");
  expect(decideBooking({ ...free, priceMinor: null })).toBe("price_changed");
  expect(decideBooking({ ...free, holds: maximumHolds })).toBe("too_many_holds");
  expect(decideBooking({ ...free, needsConfirmation: true })).toBe("email_unconfirmed");
  expect(decideBooking({ ...free, isAddressFull: true })).toBe("too_many_holds_here");
});

test.each(bookingStates)(
  "refuses a car whose booking is %s only if that state is live",
  (state) => {
    const live = liveBookingStates.some((one) => one === state);
    expect(decideBooking({ ...free, taker: { buyerId: "other", state } })).toBe(
      live ? "taken" : null,
    );
    expect(decideBooking({ ...free, taker: { buyerId: "buyer", state } })).toBe(
      live ? "already_yours" : null,
    );
  },
);
