import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { createPageCache, type RenderedPage } from "./page-cache.ts";

const aPage = (body: string, status = 200, headers = {}): Promise<RenderedPage> =>
  Promise.resolve({ status, headers, pieces: [body], etag: "", route: "/" });

function aCache(budget?: number) {
  let version = 1;
  let rendered = 0;
  const cache = createPageCache(() => version, budget);
  const render =
    (status = 200) =>
    () => {
      rendered += 1;
      return aPage(`rendering ${rendered}`, status);
    };
  const read = async (key: string | null, status?: number) =>
    String(await (await cache.get(key, null, render(status))).body(null));
  return { read, change: () => (version += 1) };
}

test("renders a page once for concurrent requests, until the catalog changes", async () => {
  const { read, change } = aCache();
  expect(await Promise.all([read("/"), read("/")])).toEqual(["rendering 1", "rendering 1"]);
  expect(await read("/products/1")).toBe("rendering 2");
  change();
  expect(await read("/")).toBe("rendering 3");
});

// ASVS 14.2.2
test("does not cache a page without a key", async () => {
  const { read } = aCache();
  expect(await read(null)).toBe("rendering 1");
  expect(await read(null)).toBe("rendering 2");
});

test("does not cache an error", async () => {
  const { read } = aCache();
  expect(await read("/nothing", 404)).toBe("rendering 1");
  expect(await read("/nothing")).toBe("rendering 2");
});

test("does not cache a page that says no-store", async () => {
  const cache = createPageCache(() => 1);
  let rendered = 0;
  const read = async () => {
    const render = () => {
      rendered += 1;
      return aPage(`rendering ${rendered}`, 200, { "cache-control": "no-store" });
    };
    return String(await (await cache.get("/cars/sold", null, render)).body(null));
  };
  expect(await read()).toBe("rendering 1");
  expect(await read()).toBe("rendering 2");
});

test("limits the cache by bytes and drops the least recently used pages first", async () => {
  const budget = 1_000;
  const cache = createPageCache(() => 1, budget);
  let rendered = 0;
  // A text that compression leaves three quarters of.
  const read = (key: string, length: number) =>
    cache.get(key, null, () => {
      rendered += 1;
      return aPage(randomBytes(length).toString("base64url").slice(0, length));
    });
  await read("/a", 200);
  await read("/b", 200);
  await read("/a", 200);
  await read("/c", 200);
  expect(rendered).toBe(3);
  await read("/a", 200);
  expect(rendered).toBe(3);
  await read("/b", 200);
  expect(rendered).toBe(4);
  await read("/larger", budget);
  await read("/larger", budget);
  expect(rendered).toBe(6);
});

test("counts the bytes of long URLs", async () => {
  const cache = createPageCache(() => 1, 1_000);
  let rendered = 0;
  const read = (key: string) =>
    cache.get(key, null, () => {
      rendered += 1;
      return aPage("x");
    });
  for (const key of ["/a", "/b", "/a"]) await read(`${key}${"?".repeat(300)}`);
  expect(rendered).toBe(3);
});

test("does not cache a page that was rendered while the catalog changed", async () => {
  const { read, change } = aCache();
  const started = read("/");
  change();
  expect(await started).toBe("rendering 1");
  expect(await read("/")).toBe("rendering 2");
  expect(await read("/")).toBe("rendering 2");
});

test.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
] as const)(
  "compresses a page better once it is asked for again, in %s",
  async (encoding, read) => {
    const cache = createPageCache(() => 1);
    const words = ["Audi", "BMW", "diesel", "estate", "automatic", "verified", "price", "mileage"];
    const body = Array.from({ length: 9_000 }, (_, at) => words[((at * at * 7 + at) % 61) % 8]);
    const page = () => cache.get("/", encoding, () => aPage(body.join(" ")));
    const first = await (await page()).body(encoding);
    expect(String(read(first))).toBe(body.join(" "));
    // The second request does not wait.
    expect(await (await page()).body(encoding)).toBe(first);
    await vi.waitFor(async () => {
      const later = await (await page()).body(encoding);
      expect(later.length).toBeLessThan(first.length);
      expect(String(read(later))).toBe(body.join(" "));
    });
  },
);

test("sends a page in other encodings than it was first asked for, and as it is", async () => {
  const cache = createPageCache(() => 1);
  const page = () => cache.get("/", "br", () => aPage("<p>€ 30,000</p>"));
  for (const round of [1, 2]) {
    const br = await (await page()).body("br");
    const gzip = await (await page()).body("gzip");
    const plain = await (await page()).body(null);
    const bodies = [brotliDecompressSync(br), gunzipSync(gzip), plain].map(String);
    expect(bodies, `round ${round}`).toEqual(Array(3).fill("<p>€ 30,000</p>"));
  }
});
