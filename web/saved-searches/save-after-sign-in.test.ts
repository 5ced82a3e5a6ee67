import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { saveAfterSignIn, takeSaveAfterSignIn } from "./save-after-sign-in.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const page = { pathname: "/search", search: "?make=BMW" };

test("gives the search back once, and only for its own page", () => {
  expect(saveAfterSignIn("make=BMW", page)).toBe("/login?from=%2Fsearch%3Fmake%3DBMW");
  expect(takeSaveAfterSignIn("make=Audi")).toBe(false);
  expect(takeSaveAfterSignIn("make=BMW")).toBe(true);
  expect(takeSaveAfterSignIn("make=BMW")).toBe(false);
});

test("forgets a search after an hour", () => {
  vi.useFakeTimers({ now: 0 });
  saveAfterSignIn("make=BMW", page);
  vi.setSystemTime(61 * 60_000);
  expect(takeSaveAfterSignIn("make=BMW")).toBe(false);
});

test("does nothing where the browser allows no storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  saveAfterSignIn("make=BMW", page);
  expect(takeSaveAfterSignIn("make=BMW")).toBe(false);
});
