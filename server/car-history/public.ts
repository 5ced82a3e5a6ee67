// Exports for other features.
export { recordCarKeys } from "./car-key-store.ts";
export { carKeysOf } from "./car-keys.ts";
export { countVinClaims, readVinClaim } from "./vin-claim-store.ts";
export { countUnsealed } from "./car-history-store.ts";
export { readCarHistory } from "./read-car-history.ts";
export { listRelisted, readSaleChanges, type SaleChange } from "./sale-change-store.ts";
