import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "./shop-test.ts";
import { open, ready } from "./steps/open-page.ts";

/** Bytes of JavaScript (gzip) that a page may load before the visitor does anything (bench/README.md has the figures). */
const budgets = { home: 132_200, category: 139_200, search: 139_000, car: 133_800 };
const mostFiles = 11;

/** The sizes of all scripts that the page has loaded once it is interactive, by file. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const bodies: Promise<unknown>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    const read = response.body().then((body) => sizes.set(response.url(), gzipSync(body).length));
    bodies.push(read);
  });
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState("load");
  await Promise.all(bodies);
  page.removeAllListeners("response");
  return sizes;
}

for (const width of [390, 1440])
  test(
    `a visitor's first page loads few scripts before they do anything, at ${width} px`,
    { tag: "@deep" },
    async ({ page, shop, context }) => {
      await page.setViewportSize({ width, height: 900 });
      const car = await shop.addCar(await shop.signUp("Seller"));
      const paths = {
        home: "/",
        category: "/products/1",
        search: "/search",
        car: `/cars/${car.name.toLowerCase().replace(" ", "-")}-${car.id}`,
      };
      for (const [name, budget] of Object.entries(budgets)) {
        const tab = await context.newPage();
        const sizes = await scriptsOf(tab, paths[name as keyof typeof paths]);
        const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
        expect(total, name).toBeGreaterThan(0);
        expect(total, name).toBeLessThanOrEqual(budget);
        expect(sizes.size, name).toBeLessThanOrEqual(mostFiles);
        await tab.close();
      }
    },
  );

test(
  "pictures come in the width of their place, and browsers keep them",
  { tag: "@deep" },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/products/1");
    const picture = page.getByRole("article").first().getByRole("img").first();
    await expect(picture).toHaveJSProperty("complete", true);
    const source = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
    // 350 CSS pixels wide.
    expect(source).toMatch(/\/cars\/sizes\/[\da-f]{8}\/\w+-\w+-480\.avif$/);
    const answer = await page.request.get(source);
    expect(answer.headers()["content-type"]).toBe("image/avif");
    expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await answer.body()).length).toBeLessThan(8_000);
  },
);

test("the server and the browser render the same icons", { tag: "@deep" }, async ({ page }) => {
  const html = await (await page.request.get("/search")).text();
  expect(html).not.toContain("lucide");
  await open(page, "/search");
  await expect(page.locator(".lucide")).toHaveCount(0);
});

test("scripts are compressed in advance", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/");
  const script = page.locator("link[rel=modulepreload][href^='/assets/']").nth(1);
  const href = (await script.getAttribute("href")) ?? "";
  for (const [accepted, encoding] of [
    ["gzip, br", "br"],
    ["identity", undefined],
  ] as const) {
    const answer = await page.request.get(href, { headers: { "accept-encoding": accepted } });
    expect(answer.headers()["content-encoding"]).toBe(encoding);
    expect(answer.headers()["content-type"]).toContain("javascript");
    expect(answer.headers()["vary"]).toContain("accept-encoding");
    // Its length is known, so nothing was compressed for this request.
    expect(Number(answer.headers()["content-length"])).toBeGreaterThan(0);
  }
});
