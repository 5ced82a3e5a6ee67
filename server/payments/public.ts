// What other features may use.
export { applyIntent } from "./intents/apply-intent.ts";
export { createPaymentIntent } from "./intents/create-payment-intent.ts";
export { countUnsettledPayments, findPaymentOfBooking } from "./payment-store.ts";
export { type ErasePayer } from "./provider/payment-provider.ts";
export { ProviderError } from "./provider/provider-error.ts";
export { type ReceiptRow } from "./receipts/receipt-store.ts";
export { refundBooking } from "./refunds/refund-booking.ts";
export { releaseBooking } from "./release-booking.ts";
