// Exports for other features.
export { countUnsealed } from "./car-history-store.ts";
export { listLiveVins, lockVins, type LiveVin } from "./live-vin-store.ts";
export { readCarHistory } from "./read-car-history.ts";
