// What other features may use.
export { cancelBooking } from "./cancel-booking.ts";
export { checkPayment } from "./check-payment.ts";
export { expireDueHolds } from "./expire-due-holds.ts";
export { requestBooking } from "./request-booking.ts";
export { readSales } from "./booking-row-store.ts";
export { totalOfBookings } from "./list-bookings.ts";
