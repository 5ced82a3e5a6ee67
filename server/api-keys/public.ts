// What other features may use.
export {
  countKeys,
  countKeysOfIdentity,
  deleteKey,
  deleteKeysOf,
  insertKey,
  listKeyRows,
} from "./api-key-store.ts";
export { endKeys, type EndOfKeys } from "./end-keys.ts";
export { keyIn, makeKey, readKey } from "./read-key.ts";
