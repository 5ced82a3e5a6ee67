// What other features may use.
export { deleteFeedsOf } from "./feed-store.ts";
export { readFetchState, type FetchState } from "./fetch/feed-fetch-store.ts";
