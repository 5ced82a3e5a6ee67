import { beforeEach, expect, test, vi } from "vitest";
import { dropDraft, dropDrafts, readDraft, writeDraft } from "./drafts.ts";

function aStorage() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (at: number) => [...stored.keys()][at] ?? null,
    get length() {
      return stored.size;
    },
  };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.stubGlobal("localStorage", aStorage());
  vi.stubGlobal("sessionStorage", aStorage());
});

/** The tab is closed or crashes. */
const closeTab = () => vi.stubGlobal("sessionStorage", aStorage());

test("keeps a draft for its account, on the device only if asked for", () => {
  writeDraft("1", "car", { name: "BMW" }, true);
  writeDraft("1", "review", { text: "Good" }, false);
  expect(readDraft("1", "car")?.value).toEqual({ name: "BMW" });
  expect(readDraft("1", "review")?.value).toEqual({ text: "Good" });
  expect(readDraft("2", "car")).toBeNull();
  closeTab();
  expect(readDraft("1", "car")?.value).toEqual({ name: "BMW" });
  expect(readDraft("1", "review")).toBeNull();
  dropDraft("1", "car");
  expect(readDraft("1", "car")).toBeNull();
});

test("of two tabs, each finds its own draft first", () => {
  const first = aStorage();
  vi.stubGlobal("sessionStorage", first);
  writeDraft("1", "car", "of the first tab", true);
  closeTab();
  writeDraft("1", "car", "of the second tab", true);
  vi.stubGlobal("sessionStorage", first);
  expect(readDraft("1", "car")?.value).toBe("of the first tab");
  closeTab();
  expect(readDraft("1", "car")?.value).toBe("of the second tab");
});

test("removes the drafts of others when an account signs in, and all when it signs out", () => {
  localStorage.setItem("theme", "dark");
  writeDraft("1", "car", "one", true);
  writeDraft("2", "car", "two", true);
  dropDrafts({ except: "2" });
  expect([readDraft("1", "car"), readDraft("2", "car")?.value]).toEqual([null, "two"]);
  dropDrafts();
  expect(readDraft("2", "car")).toBeNull();
  expect(localStorage.getItem("theme")).toBe("dark");
});

test("does not take an account for one whose name has its name in it", () => {
  for (const account of ["ann@marque.example", "joann@marque.example", "ann"])
    writeDraft(account, "car", account, true);
  dropDrafts({ except: "ann@marque.example" });
  const left = ["ann@marque.example", "joann@marque.example", "ann"].map(
    (account) => readDraft(account, "car")?.value ?? null,
  );
  expect(left).toEqual(["ann@marque.example", null, null]);
});

test("forgets a draft after a week, and does without storage", () => {
  vi.useFakeTimers();
  writeDraft("1", "car", "one", true);
  vi.advanceTimersByTime(7 * 86_400_000);
  expect(readDraft("1", "car")).toBeNull();
  vi.useRealTimers();
  const refuse = () => {
    throw new DOMException("The storage is full.", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { ...aStorage(), getItem: refuse, setItem: refuse });
  vi.stubGlobal("sessionStorage", undefined);
  writeDraft("1", "car", "one", true);
  expect(readDraft("1", "car")).toBeNull();
  dropDrafts();
});
