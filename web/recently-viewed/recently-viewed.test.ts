import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearRecentlyViewed, noteRecentlyViewed } from "./recently-viewed.ts";

let stored: Map<string, string>;
const viewed = () => JSON.parse(stored.get("recently-viewed") ?? "[]") as string[];

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test("lists a car once, the last opened first", () => {
  for (const id of ["a", "b", "c", "a"]) noteRecentlyViewed(id);
  expect(viewed()).toEqual(["a", "c", "b"]);
});

test("keeps the last 12 cars until they are cleared", () => {
  for (let car = 1; car <= 14; car += 1) noteRecentlyViewed(`car ${car}`);
  expect(viewed()).toHaveLength(12);
  expect([viewed()[0], viewed()[11]]).toEqual(["car 14", "car 3"]);
  clearRecentlyViewed();
  expect(viewed()).toEqual([]);
});
