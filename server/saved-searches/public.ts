// What other features may use.
export { deleteSavedSearchesOf } from "./saved-search-store.ts";
export { readUnsubscribing } from "./unsubscribe.ts";
