import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  dropPageData,
  findPageData,
  keepPageData,
  loadPageData,
  noteShownPage,
} from "./page-data.ts";

const car = new URL("https://shop.example/cars/a-1");
const request = { url: car.href };

beforeEach(() => {
  vi.stubGlobal("window", { location: { pathname: "/", search: "" } });
});
afterEach(() => {
  dropPageData();
  vi.unstubAllGlobals();
});

describe("data kept for Back", () => {
  // The browser changes the address before it loads the page.
  const goBack = () =>
    vi.stubGlobal("window", { location: { pathname: car.pathname, search: "" } });

  test("is shown after Back only, and not after a sign-in or sign-out", () => {
    keepPageData("/cars/a-1", { car: 1 });
    expect(findPageData(request)).toBeNull();
    goBack();
    expect(findPageData(request)).toEqual({ car: 1, isOld: true });
    dropPageData();
    expect(findPageData(request)).toBeNull();
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

  test("covers the last twelve pages", () => {
    keepPageData("/cars/a-1", { car: 1 });
    goBack();
    for (let page = 2; page <= 12; page += 1) keepPageData(`/cars/a-${page}`, {});
    expect(findPageData(request)).not.toBeNull();
    keepPageData("/cars/a-13", {});
    expect(findPageData(request)).toBeNull();
  });
});
