import type { Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { letTimePass, open } from "../steps/open-page.ts";

const dataRequest = /\.data(\?|$)|\/api\/listings\?/;
const scripts = /\/assets\/.*\.js$/;

/** Keeps answers to requests for data away from the page until the returned function is called. */
async function blockData(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(dataRequest, async (route) => {
    await isReleased;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    release();
    await page.unroute(dataRequest);
  };
}

const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });
const carLink = (page: Page) => page.getByRole("article").getByRole("heading").getByRole("link");
const brandLink = (page: Page) => page.locator("#brands").getByRole("link").first();

test("resting on a link loads its page's scripts, so a click needs none", async ({ page }) => {
  await open(page, "/");
  const [script] = await Promise.all([page.waitForResponse(scripts), brandLink(page).hover()]);
  expect(script.ok()).toBe(true);
  await page.waitForLoadState("networkidle");
  await page.route(scripts, (route) => route.abort());
  await brandLink(page).click();
  await expect(heading(page)).toHaveText(/used .+ cars$/);
  await expect(page.getByRole("article")).toHaveCount(24);
  // Styles that load again restyle the whole page.
  await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
});

test("a prefetch that fails does no harm", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/products/1");
  await page.route(scripts, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => scripts.test(request.url()));
  const link = carLink(page).first();
  const name = await link.innerText();
  await link.hover();
  await failed;
  await page.unroute(scripts);
  await link.click();
  await expect(heading(page)).toHaveText(name);
});

test(
  "a page opened offline says so, and Back shows what was on the screen",
  { tag: "@deep" },
  async ({ page }) => {
    await open(page, "/products/1");
    const name = await carLink(page).first().innerText();
    // Opened by its address, it leads to its brand.
    await open(page, (await carLink(page).first().getAttribute("href"))!);
    await expect(heading(page)).toHaveText(name);
    const brand = page.getByRole("navigation", { name: "Back to cars" }).getByRole("link");
    await page.context().setOffline(true);
    await brand.click();
    await expect(page).toHaveURL(/\/products\//);
    const failure = page.getByRole("main").getByRole("alert");
    await expect(failure).toContainText("We could not load the cars");
    await page.goBack();
    await expect(heading(page)).toHaveText(name);
    await page.context().setOffline(false);
  },
);

test("Back shows a page as it was at once, and then what has changed", async ({ page, shop }) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  await open(page, `/search?q=${car.name.split(" ")[1]}`);
  await carLink(page).click();
  await expect(heading(page)).toHaveText(car.name);
  const bookNow = page.getByRole("main").locator(`[data-opens="book:${car.id}"]`);
  await expect(bookNow).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
  await expect(page).toHaveURL("/blog");
  await shop.book(await shop.signUp("Buyer"), car);
  for (const url of [/\/cars\//, /\/search\?/]) {
    const release = await blockData(page);
    await letTimePass(page);
    await page.goBack();
    await expect(page).toHaveURL(url);
    await expect(page.getByText(car.name).first()).toBeVisible();
    if (url.test("/cars/")) await expect(bookNow).toBeVisible();
    await release();
    await expect(bookNow).toHaveCount(0);
    await expect(
      page.getByRole("main").getByRole("button", { name: "Reserved" }).first(),
    ).toBeVisible();
  }
});
