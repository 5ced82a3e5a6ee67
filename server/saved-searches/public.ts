// What other features may use.
export { deleteSavedSearchesOf } from "./saved-search-store.ts";
export { readUnsubscribing, type Unsubscribing } from "./unsubscribe.ts";
