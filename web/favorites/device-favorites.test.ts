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

test("drops the oldest of more than 200", () => {
  for (let car = 0; car < 205; car += 1) setFavorite(`car-${car}`, true);
  expect(readFavorites()).toHaveLength(200);
  expect(readFavorites()[0]).toBe("car-204");
});

test("says so when the browser allows no storage", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("denied");
    },
  });
  expect(setFavorite("a", true)).toBe(false);
});
