// The door of this feature: what others may use of it.
export { forgetPayer } from "./state/forget-payer-store.ts";
