// What other features may use.
export {
  countKeys,
  deleteKey,
  deleteKeysOf,
  deleteKeysOfIdentity,
  insertKey,
  listKeyRows,
} from "./api-key-store.ts";
export { keyIn, makeKey, readKey } from "./read-key.ts";
