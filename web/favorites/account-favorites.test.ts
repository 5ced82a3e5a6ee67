import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MergeFavoritesAnswer } from "#shared/favorites/favorite-contract.ts";
import { pageQueryClient } from "#web/platform/requests/query-client.ts";
import { toast } from "#web/platform/toast.ts";
import { changeFavorite, favoritesQuery, mergeFavorites } from "./account-favorites.ts";
import { readFavorites } from "./device-favorites.ts";

const storage = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
});
const storageWith = (ids: string[]) => storage(new Map([["favorites", JSON.stringify(ids)]]));
const full = "You can save at most 200 cars, so 1 from this device could not be added.";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", storage(new Map()));
  vi.spyOn(toast, "error").mockReturnValue("");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Moves a device's cars to an account that answers so; null fails. */
async function merge(ids: string[], answer: Partial<MergeFavoritesAnswer> | null): Promise<void> {
  vi.stubGlobal("localStorage", storageWith(ids));
  const whole = { added: [], alreadySaved: [], ignored: [], overLimit: [], ...answer };
  const response = answer ? Response.json(whole) : new Response(null, { status: 403 });
  vi.stubGlobal("fetch", () => Promise.resolve(response));
  await mergeFavorites(ids);
}

test("takes cars off the device that the account has, or that are gone", async () => {
  await merge(["a", "b", "c"], { added: ["a"], alreadySaved: ["b"], ignored: ["c"] });
  expect(readFavorites()).toEqual([]);
  expect(toast.error).not.toHaveBeenCalled();
});

test("leaves cars on the device for which a full account has no place", async () => {
  await merge(["A", "B"], { added: ["a"], overLimit: ["b"], message: full });
  expect(readFavorites()).toEqual(["B"]);
  expect(toast.error).toHaveBeenCalledExactlyOnceWith(
    `${full} Remove others to make room for them.`,
  );
});

test("says once in a tab that the account is full, and again for other cars", async () => {
  for (const id of ["a", "a", "b"]) await merge([id], { overLimit: [id], message: full });
  expect(toast.error).toHaveBeenCalledTimes(2);
});

test("moves cars after the shop was too busy or could not be reached", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", storageWith(["a"]));
  const whole = { added: ["a"], alreadySaved: [], ignored: [], overLimit: [] };
  const fetch = vi
    .fn()
    .mockResolvedValueOnce(new Response(null, { status: 503 }))
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockImplementation(() => Promise.resolve(Response.json(whole)));
  vi.stubGlobal("fetch", fetch);
  const merging = mergeFavorites(["a"]);
  await vi.advanceTimersByTimeAsync(3_000);
  await merging;
  expect(readFavorites()).toEqual([]);
  expect(toast.error).not.toHaveBeenCalled();
});

test("leaves all cars on the device without a message if they cannot be moved", async () => {
  await merge(["a", "b"], null);
  expect(readFavorites()).toEqual(["a", "b"]);
  expect(toast.error).not.toHaveBeenCalled();
});

test("reads the list again after a change, also while its first answer is on its way", async () => {
  // The page has one client in the browser.
  vi.stubGlobal("document", { visibilityState: "visible" });
  const client = pageQueryClient();
  const lists: ((names: string[]) => void)[] = [];
  vi.stubGlobal("fetch", (_url: string, { method }: RequestInit) =>
    method === "PUT"
      ? Promise.resolve(Response.json({ modifiedCount: 1 }))
      : new Promise((resolve) => {
          lists.push((names) => resolve(Response.json(names)));
        }),
  );
  const list = new QueryObserver(client, favoritesQuery("buyer@marque.example"));
  const stop = list.subscribe(() => undefined);
  await expect.poll(() => lists.length).toBe(1);
  const changed = changeFavorite({ productId: "a", isSaved: true });
  await expect.poll(() => lists.length).toBe(2);
  lists[1]!(["after"]);
  lists[0]!(["before"]);
  await changed;
  expect(list.getCurrentResult().data).toEqual(["after"]);
  stop();
});
