// What other features may use.
export { applyIntent } from "./apply-intent.ts";
export { createPaymentIntent } from "./create-payment-intent.ts";
export { countUnsettledPayments, findPaymentOfBooking } from "./payment-store.ts";
export { type ErasePayer } from "./payment-provider.ts";
export { ProviderError } from "./provider-error.ts";
export { type ReceiptRow } from "./receipt-store.ts";
export { refundBooking } from "./refund-booking.ts";
export { releaseBooking } from "./release-booking.ts";
