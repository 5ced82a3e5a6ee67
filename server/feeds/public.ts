// What other features may use.
export { deleteFeedsOf } from "./feed-store.ts";
