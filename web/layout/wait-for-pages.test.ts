import type { DataRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForPages } from "./wait-for-pages.ts";

const shop = "https://shop.example";
/** Resolved by the tests. */
let finishLoading: (isLoaded: boolean) => void;
let opened: unknown[];
let stop: () => void;
const router = {} as DataRouter;

beforeEach(() => {
  vi.useFakeTimers();
  const target = new EventTarget();
  vi.stubGlobal("location", { href: `${shop}/` });
  for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"] as const)
    vi.stubGlobal(name, target[name].bind(target));
  opened = [];
  router.navigate = async (to) => void opened.push(to);
  const loading = new Promise<boolean>((resolve) => (finishLoading = resolve));
  stop = waitForPages(router, (href) => (href === `${shop}/cars/a` ? loading : null));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a page that nothing is loading yet opens at once", async () => {
  await router.navigate("/search");
  await router.navigate(-1);
  expect(opened).toEqual(["/search", -1]);
});

test("a page that is being loaded opens when it is here", async () => {
  void router.navigate("/cars/a");
  await vi.advanceTimersByTimeAsync(99);
  expect(opened).toEqual([]);
  finishLoading(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toEqual(["/cars/a"]);
});

test("after 100 ms it opens anyway, also if its loading was stopped", async () => {
  void router.navigate({ pathname: "/cars/a" });
  finishLoading(false);
  await vi.advanceTimersByTimeAsync(99);
  expect(opened).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toEqual([{ pathname: "/cars/a" }]);
});

test("a newer navigation and Back replace one that waits", async () => {
  void router.navigate("/cars/a");
  await router.navigate("/search");
  void router.navigate("/cars/a");
  dispatchEvent(new Event("popstate"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened).toEqual(["/search"]);
});

test("nothing waits once it has been ended", async () => {
  stop();
  await router.navigate("/cars/a");
  expect(opened).toEqual(["/cars/a"]);
});
