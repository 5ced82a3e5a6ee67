import { deviceList } from "#web/platform/device-list.ts";

const mostViewed = 12;

/** The ids of the cars whose pages were opened in this browser, the latest first. */
const list = deviceList("recently-viewed", mostViewed, (entry) => typeof entry === "string");

export const useRecentlyViewed = list.use;

export function noteRecentlyViewed(id: string): void {
  list.write([id, ...list.read().filter((other) => other !== id)]);
}

export function clearRecentlyViewed(): void {
  list.write([]);
}
