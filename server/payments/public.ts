export { countUnsettledPayments } from "./payment-store.ts";
