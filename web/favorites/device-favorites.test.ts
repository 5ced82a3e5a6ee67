import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readFavorites, setFavorite } from "./device-favorites.ts";

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("keeps the latest car first and each one once", () => {
  for (const id of ["a", "b", "a"]) setFavorite(id, true);
  expect(readFavorites()).toEqual(["a", "b"]);
  setFavorite("a", false);
  expect(readFavorites()).toEqual(["b"]);
});

test("keeps what another tab has saved in the meantime", () => {
  setFavorite("a", true);
  stored.set("favorites", JSON.stringify(["c", "a"]));
  setFavorite("b", true);
  expect(readFavorites()).toEqual(["b", "c", "a"]);
});

test("returns the same list until it changes", () => {
  setFavorite("a", true);
  expect(readFavorites()).toBe(readFavorites());
});

test.each(["{", "null", '{"a":1}', "[1,null]"])("is empty if the stored text is %s", (text) => {
  stored.set("favorites", text);
  expect(readFavorites()).toEqual([]);
});

test("keeps 200 cars, and refuses another one until one of them is removed", () => {
  for (let car = 0; car < 200; car += 1) expect(setFavorite(`car-${car}`, true)).toBeNull();
  const full = readFavorites();
  expect(setFavorite("another", true)).toBe(
    "You can save at most 200 cars. Remove one to save another.",
  );
  expect(readFavorites()).toBe(full);
  expect(full).toHaveLength(200);
  // One of them can be saved again, as in another tab.
  expect(setFavorite("car-0", true)).toBeNull();
  setFavorite("car-1", false);
  expect(setFavorite("another", true)).toBeNull();
  expect(readFavorites()).toHaveLength(200);
});

test("says so when the browser allows no storage", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("denied");
    },
  });
  expect(setFavorite("a", true)).toBe("Your browser does not allow this page to save cars.");
});
