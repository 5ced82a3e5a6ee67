import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { open, ready } from "../steps/open-page.ts";
import { photosOf } from "../steps/photos.ts";
import { uniqueWord } from "../steps/shop.ts";

/** Bytes of JavaScript (gzip) that a page may load before the visitor does anything (bench/README.md has the figures). */
const budgets = { home: 165_000, category: 165_000, search: 165_000, car: 165_000 };
const mostFiles = 11;

/**
 * The sizes of all scripts that the page has loaded once it is interactive, by file. The pointer rests on the page, which
 * browsers report at some time while it loads.
 */
async function scriptsOf(page: Page, path: string): Promise<Map<string, number>> {
  const scripts: Request[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  await page.goto(path);
  await ready(page);
  await page.waitForLoadState("load");
  await page.evaluate(async () => {
    const enter = new PointerEvent("pointerover", { bubbles: true });
    document.querySelector("main")?.dispatchEvent(enter);
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  });
  const sizes = new Map<string, number>();
  for (const script of scripts) {
    const body = await (await script.response())?.body();
    sizes.set(script.url(), body ? gzipSync(body, { level: 9 }).length : 0);
  }
  return sizes;
}

for (const width of [390, 1440])
  test(
    `a visitor's first page loads few scripts before they do anything, at ${width} px`,
    { tag: "@deep" },
    async ({ shop, context }) => {
      const car = await shop.addCar(await shop.signUp("Seller"));
      const paths = {
        home: "/",
        category: "/products/1",
        search: "/search",
        car: `/cars/${car.name.toLowerCase().replace(" ", "-")}-${car.id}`,
      };
      for (const [name, budget] of Object.entries(budgets)) {
        const tab = await context.newPage();
        await tab.setViewportSize({ width, height: 900 });
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

test(
  "an uploaded photo comes as AVIF in the width of its place, and browsers keep it",
  { tag: "@deep" },
  async ({ browser, page, shop }) => {
    const word = uniqueWord();
    const photos = await photosOf(shop, 1);
    const car = await shop.addCar(await shop.signUp("Seller"), { name: `BMW ${word}`, photos });
    for (const { path, screen, width } of [
      { path: `/search?q=${word}`, screen: 390, width: 640 },
      { path: `/search?q=${word}`, screen: 1440, width: 320 },
      { path: `/cars/${car.id}`, screen: 390, width: 640 },
      { path: `/cars/${car.id}`, screen: 1440, width: 1200 },
    ]) {
      // A larger picture that is here already would be shown instead.
      const tab = await browser.newPage();
      await tab.setViewportSize({ width: screen, height: 900 });
      await open(tab, new URL(path, shop.address).href);
      const picture = tab.getByRole("main").locator('picture img[src^="/images/"]').first();
      await expect(picture).toHaveJSProperty("complete", true);
      const source = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
      expect([path, screen, source]).toEqual([
        path,
        screen,
        expect.stringMatching(new RegExp(`/images/[\\da-f-]{36}/${width}\\.avif$`)),
      ]);
      const answer = await page.request.get(source);
      expect(answer.headers()["content-type"]).toBe("image/avif");
      expect(answer.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
      await tab.close();
    }
  },
);

test("scripts are compressed in advance", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/");
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .flatMap(({ name }) => (name.endsWith(".js") ? name : [])),
  );
  const href = scripts.find((name) => !name.includes("manifest")) ?? "";
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

test("a click before the scripts are here counts once they are", async ({ page }) => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto("/products/1", { waitUntil: "commit" });
  const card = page.getByRole("article").first();
  const save = card.getByRole("button", { name: /^Save / });
  await save.click();
  await expect(save).toHaveAttribute("aria-pressed", "false");
  release();
  await expect(save).toHaveAttribute("aria-pressed", "true");
});
