import type { Page } from "@playwright/test";
import { open } from "../steps/open-page.ts";
import { uniqueWord, type Shop } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const phone = { width: 390, height: 844 };

const opener = (page: Page) => page.getByRole("button", { name: "Filters" });
const sheetOf = (page: Page) => page.getByRole("dialog", { name: "Filters" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Opens the results of a diesel and a petrol car of one brand on a phone, after another page. */
async function openResults(page: Page, shop: Shop, path: string) {
  const word = uniqueWord();
  const seller = await shop.signUp("Seller");
  for (const fuel of ["diesel", "petrol"] as const)
    await shop.addCar(seller, { name: `BMW ${word} ${fuel}`, fuel });
  await page.setViewportSize(phone);
  await open(page, "/blog");
  await open(page, `${path}?q=${word}`);
  return `${path}?q=${word}`;
}

for (const path of ["/search", "/products/1"])
  test(`Back closes the filters on ${path} and keeps the page as it was`, async ({
    page,
    shop,
  }) => {
    const at = await openResults(page, shop, path);
    const counted = await heading(page).innerText();
    const loads: string[] = [];
    page.on("request", (request) => {
      if (/\.data\?|\/api\/listings\?(?!.*limit=1)/.test(request.url())) loads.push(request.url());
    });
    await page.evaluate(() => scrollTo(0, 150));
    await opener(page).click();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await sheetOf(page)
      .getByRole("checkbox", { name: /^Diesel/ })
      .check();
    await expect(page).toHaveURL(at);
    await page.goBack();
    await expect(sheetOf(page)).toBeHidden();
    await expect(page).toHaveURL(at);
    await expect(opener(page)).toBeFocused();
    await expect(heading(page)).toHaveText(counted);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await page.goForward();
    await expect(sheetOf(page)).toBeVisible();
    await sheetOf(page).getByRole("button", { name: "Close" }).click();
    await expect(sheetOf(page)).toBeHidden();
    // Nothing was loaded again.
    expect(loads).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL("/blog");
  });

test("filters that are applied in the sheet lead back to the search before", async ({
  page,
  shop,
}) => {
  const at = await openResults(page, shop, "/search");
  const cars = page.getByRole("region", { name: "Results" }).getByRole("article");
  await opener(page).click();
  await sheetOf(page)
    .getByRole("checkbox", { name: /^Diesel/ })
    .check();
  await sheetOf(page).getByRole("button", { name: "Show 1 car" }).click();
  await expect(page).toHaveURL(`${at}&fuel=diesel`);
  await expect(cars).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(at);
  await expect(cars).toHaveCount(2);
  await expect(sheetOf(page)).toBeHidden();
  await page.goForward();
  await expect(page).toHaveURL(`${at}&fuel=diesel`);
  await expect(cars).toHaveCount(1);
  await expect(sheetOf(page)).toBeHidden();

  // Without a change, there is nothing to go back from.
  await opener(page).click();
  await sheetOf(page).getByRole("button", { name: "Show 1 car" }).click();
  await expect(sheetOf(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(at);
  await page.goBack();
  await expect(page).toHaveURL("/blog");
});

test("a page that was reloaded behind the filters opens and closes them", async ({
  page,
  shop,
}) => {
  const at = await openResults(page, shop, "/search");
  await opener(page).click();
  await expect(sheetOf(page)).toBeVisible();
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(sheetOf(page)).toBeHidden();
  await opener(page).click();
  await expect(sheetOf(page)).toBeVisible();
  await page.goBack();
  await expect(sheetOf(page)).toBeHidden();
  await expect(page).toHaveURL(at);
  await page.goBack();
  await expect(page).toHaveURL("/blog");
});
