// What other features may use.
export { saveSearch } from "./save-search.ts";
export { deleteSavedSearchesOf } from "./saved-search-store.ts";
export { readUnsubscribing } from "./unsubscribe.ts";
