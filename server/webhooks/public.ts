// What other features may use.
export { deleteEndpointOf } from "./webhook-store.ts";
