// The door of this feature: what others may use of it.
export { countUnsettledPayments } from "./payment-store.ts";
