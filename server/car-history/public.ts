// Exports for other features.
export { countUnsealed } from "./car-history-store.ts";
export { readCarHistory } from "./read-car-history.ts";
