import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  cancelPrefetch,
  dropPageData,
  dropPrefetched,
  findPageData,
  isPageAtHand,
  keepPageData,
  loadPageData,
  noteShownPage,
  prefetchData,
} from "./page-data.ts";

const car = new URL("https://shop.example/cars/a-1");
const request = { url: car.href };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { location: { pathname: "/", search: "" } });
});
afterEach(() => {
  dropPageData();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Prefetches the car. Returns the request's signal. */
async function prefetchCar(data: object | null = { car: 1 }): Promise<AbortSignal | undefined> {
  let given: AbortSignal | undefined;
  void prefetchData(car, async (signal) => {
    given = signal;
    return data;
  });
  await vi.advanceTimersByTimeAsync(0);
  return given;
}

describe("prefetched data", () => {
  test("is used once, and loaded again when it is older than 3 s", async () => {
    await prefetchCar();
    expect(isPageAtHand(request)).toBe(true);
    expect(await findPageData(request)).toEqual({ car: 1, isOld: false });
    expect(await findPageData(request)).toBeNull();
    await prefetchCar();
    vi.advanceTimersByTime(3_000);
    expect(await findPageData(request)).toEqual({ car: 1, isOld: true });
  });

  test("is dropped after 30 s, by a change, and for another page", async () => {
    await prefetchCar();
    vi.advanceTimersByTime(30_000);
    expect(await findPageData(request)).toBeNull();
    await prefetchCar();
    dropPrefetched();
    expect(await findPageData(request)).toBeNull();
    await prefetchCar();
    expect(await findPageData({ url: "https://shop.example/cars/b-2" })).toBeNull();
  });

  test("counts as none if the server refused or failed", async () => {
    await prefetchCar(null);
    expect(await loadPageData(request, async () => ({ car: 2 }))).toEqual({ car: 2 });
    void prefetchData(car, () => Promise.reject(new Error("offline")));
    expect(await loadPageData(request, async () => ({ car: 2 }))).toEqual({ car: 2 });
  });

  test("is no longer asked for once the visitor has left the link", async () => {
    let signal: AbortSignal | undefined;
    void prefetchData(car, (given) => {
      signal = given;
      return new Promise(() => {});
    });
    cancelPrefetch();
    expect(signal?.aborted).toBe(true);
    expect(await findPageData(request)).toBeNull();
    // An answer that has arrived stays.
    await prefetchCar();
    cancelPrefetch();
    expect(await findPageData(request)).toEqual({ car: 1, isOld: false });
  });
});

describe("data kept for Back", () => {
  // The browser changes the address before it loads the page.
  const goBack = () =>
    vi.stubGlobal("window", { location: { pathname: car.pathname, search: "" } });

  test("is shown after Back only, and not after a sign-in or sign-out", async () => {
    keepPageData("/cars/a-1", { car: 1 });
    expect(await findPageData(request)).toBeNull();
    goBack();
    expect(await findPageData(request)).toEqual({ car: 1, isOld: true });
    dropPageData();
    expect(await findPageData(request)).toBeNull();
  });

  test("gives way to the server's when its page is loaded again, unless that fails", async () => {
    keepPageData("/cars/a-1", { car: 1 });
    goBack();
    const leave = noteShownPage("/cars/a-1");
    expect(await loadPageData(request, async () => ({ car: 2 }))).toEqual({ car: 2 });
    const fail = () => Promise.reject(new Error("offline"));
    expect(await loadPageData(request, fail)).toEqual({ car: 1, isOld: false });
    const refuse = () => Promise.reject(new Response(null, { status: 410 }));
    await expect(loadPageData(request, refuse)).rejects.toBeInstanceOf(Response);
    leave();
  });

  test("covers the last twelve pages", async () => {
    keepPageData("/cars/a-1", { car: 1 });
    goBack();
    for (let page = 2; page <= 12; page += 1) keepPageData(`/cars/a-${page}`, {});
    expect(await findPageData(request)).not.toBeNull();
    keepPageData("/cars/a-13", {});
    expect(await findPageData(request)).toBeNull();
  });
});
