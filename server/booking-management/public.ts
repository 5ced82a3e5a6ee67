// What other features may use.
export { readSales } from "./booking-row-store.ts";
export { totalOfBookings } from "./list-bookings.ts";
