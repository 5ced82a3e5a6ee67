import { expect, test } from "vitest";
import { createPageCache } from "./page-cache.ts";

function aCache() {
  let version = 1;
  let rendered = 0;
  const cache = createPageCache(() => version);
  const render =
    (status = 200) =>
    () => {
      rendered += 1;
      return Promise.resolve(new Response(`rendering ${rendered}`, { status }));
    };
  const read = async (key: string | null, status?: number) =>
    String((await cache.get(key, render(status))).body);
  return { read, change: () => (version += 1) };
}

test("a page is rendered once, however many ask at a time, until the catalogue changes", async () => {
  const { read, change } = aCache();
  expect(await Promise.all([read("/"), read("/")])).toEqual(["rendering 1", "rendering 1"]);
  expect(await read("/products/1")).toBe("rendering 2");
  change();
  expect(await read("/")).toBe("rendering 3");
});

test("a visitor's own page is never kept", async () => {
  const { read } = aCache();
  expect(await read(null)).toBe("rendering 1");
  expect(await read(null)).toBe("rendering 2");
});

test("an error is not kept", async () => {
  const { read } = aCache();
  expect(await read("/nothing", 404)).toBe("rendering 1");
  expect(await read("/nothing")).toBe("rendering 2");
});
