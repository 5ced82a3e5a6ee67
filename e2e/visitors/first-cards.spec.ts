import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { letTimePass, loaded, open } from "../steps/open-page.ts";

type Frame = { cars: number; scroll: number; height: number };

/** What the results are in each frame from now on in which they have changed. */
async function watchFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.evaluate(() => {
    const frames: Frame[] = [];
    const look = () => {
      const cards = document.querySelectorAll("[aria-label=Results] article");
      if (cards.length > 0 && frames.at(-1)?.cars !== cards.length)
        frames.push({
          cars: cards.length,
          scroll: Math.round(scrollY),
          height: document.documentElement.scrollHeight,
        });
    };
    // Before the frame with the change is drawn.
    new MutationObserver(() => requestAnimationFrame(look)).observe(document, {
      childList: true,
      subtree: true,
    });
    Object.assign(globalThis, { frames });
  });
  return () => page.evaluate(() => (globalThis as unknown as { frames: Frame[] }).frames);
}

const results = (page: Page) => page.getByRole("region", { name: "Results" });
const cards = (page: Page) => results(page).getByRole("article");
const carLinks = (page: Page) => cards(page).getByRole("heading").getByRole("link");
const hrefOfFirst = (page: Page) => carLinks(page).first().getAttribute("href");

for (const [width, first] of [
  [390, 2],
  [1440, 6],
] as const)
  test(`the next page starts at its top with its first cars, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/products/1");
    const before = await hrefOfFirst(page);
    const frames = await watchFrames(page);
    await page.getByRole("link", { name: "Next cars" }).click();
    await expect.poll(() => hrefOfFirst(page)).not.toBe(before);
    await expect(cards(page)).toHaveCount(24);
    const next = (await frames()).slice(-2);
    expect(next.map(({ cars }) => cars)).toEqual([first, 24]);
    expect(next.map(({ scroll }) => scroll)).toEqual([0, 0]);
  });

test("Back to a list shows the cars in view first, at the same place", async ({ page }) => {
  await open(page, "/products/1");
  const link = carLinks(page).nth(9);
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => ({
    scroll: Math.round(scrollY),
    height: document.documentElement.scrollHeight,
  }));
  expect(left.scroll).toBeGreaterThan(1_000);
  await link.click();
  await expect(page).toHaveURL(/\/cars\//);
  await expect(cards(page)).toHaveCount(0);
  const frames = await watchFrames(page);
  // Its answer is awaited in silence: the cars that it had are on the screen.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/listings?**", async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest("**/api/listings?**");
  await letTimePass(page);
  await page.goBack();
  await expect(cards(page)).toHaveCount(24);
  await asked;
  await expect(results(page)).toHaveAttribute("aria-busy", "false");
  release();
  const [start, whole] = await frames();
  expect(start).toEqual({ ...left, cars: start!.cars });
  expect(start!.cars).toBeGreaterThan(9);
  expect(start!.cars).toBeLessThan(24);
  expect(whole).toEqual({ ...left, cars: 24 });
  await expect(link).toBeInViewport();
});

test(
  "another order of the second page never shows fewer cars",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/products/1");
    const first = await hrefOfFirst(page);
    await page.getByRole("link", { name: "Next cars" }).click();
    await expect.poll(() => hrefOfFirst(page)).not.toBe(first);
    await expect(cards(page)).toHaveCount(24);
    const before = await hrefOfFirst(page);
    const frames = await watchFrames(page);
    await page.getByLabel("Sort").selectOption("price-desc");
    await expect(page).toHaveURL(/sort=/);
    await expect.poll(() => hrefOfFirst(page)).not.toBe(before);
    await expect(cards(page)).toHaveCount(24);
    expect((await frames()).filter(({ cars }) => cars < 24)).toEqual([]);
  },
);

test("a phone lays out cards near the view, and Back and a reload lead to the same place", async ({
  page,
}) => {
  // The same answers all the time: a price rating that comes later is a line more on a card.
  let list: { body: string; headers: Record<string, string> } | undefined;
  await page.route(/\/products\/1$/, async (route) => {
    if (!list) {
      const answer = await route.fetch();
      list = { body: await answer.text(), headers: answer.headers() };
    }
    await route.fulfill(list);
  });
  await page.route("**/api/listings?**", (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/products/1");
  const isLaidOut = (link: Locator) =>
    link.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut(carLinks(page).first())).toBe(true);
  expect(await isLaidOut(carLinks(page).last())).toBe(false);

  const link = carLinks(page).nth(12);
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(link).toBeInViewport({ timeout: 100 });
  }).toPass();
  const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const name = await link.textContent();
  await expect.poll(() => isLaidOut(link)).toBe(true);
  // Clicked where it is: the browser would scroll to it.
  const left = await top();
  await link.dispatchEvent("click");
  await expect(page).toHaveURL(/\/cars\//);
  await expect(cards(page)).toHaveCount(0);
  await page.goBack();
  await expect(link).toHaveText(name!);
  await expect.poll(top).toBe(left);
  await expect(cards(page)).toHaveCount(24);
  await expect.poll(top).toBe(left);
  await page.reload();
  await loaded(page);
  await expect.poll(top).toBe(left);

  await page.unroute("**/api/listings?**");
  await page.getByRole("link", { name: "Next cars" }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(cards(page)).toHaveCount(24);
  await expect.poll(() => isLaidOut(carLinks(page).last())).toBe(false);
});

test("on a phone the outline of a focused car's name is not cut off", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/products/1");
  const heading = cards(page).first().getByRole("heading");
  await expect(heading).toHaveCSS("overflow-y", "hidden");
  await carLinks(page).first().focus();
  await expect(heading).toHaveCSS("overflow-y", "visible");
  await expect(carLinks(page).first()).toHaveCSS("outline-style", "solid");
});
