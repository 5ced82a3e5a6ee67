import type { Locator, Page } from "@playwright/test";
import { open } from "../steps/open-page.ts";
import { uniqueWord, type Shop } from "../steps/shop.ts";
import { tabTo } from "../steps/tab-to.ts";
import { expect, test } from "../shop-test.ts";

const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const models = (page: Page) => filters(page).locator("input[name=model]");

/** Cars of many models, whose names share a word. The last of them is at the end of the list. */
async function addModels(shop: Shop) {
  const word = uniqueWord();
  const seller = await shop.signUp("Seller");
  const names = Array.from({ length: 9 }, (_, at) => `Z${word} ${at}`);
  for (const model of names)
    await shop.addCar(seller, { name: `Audi ${word}`, categoryId: 3, model });
  return { word, names, last: names.at(-1)! };
}

test("a long list of models begins with the chosen one, and does not move", async ({
  page,
  shop,
}) => {
  const { word, names, last } = await addModels(shop);
  const path = `/search?q=${word}&make=Audi&model=${encodeURIComponent(last)}`;
  const html = await (await page.request.get(path)).text();
  expect(/name="model" value="([^"]*)"/.exec(html)?.[1]).toBe(last);

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, path);
  const values = () =>
    models(page).evaluateAll((all: HTMLInputElement[]) => all.map((one) => one.value));
  const order = await values();
  expect(order[0]).toBe(last);
  await expect(models(page).first()).toBeChecked();
  const others = [names[3]!, names[5]!];
  for (const name of others) {
    const box = models(page).nth(order.indexOf(name));
    await box.check();
    await expect(page).toHaveURL((url) => url.searchParams.getAll("model").includes(name));
    await expect(box).toBeFocused();
    expect(await values()).toEqual(order);
  }
  await page.reload();
  expect(new Set((await values()).slice(0, 3))).toEqual(new Set([last, ...others]));
});

for (const width of [390, 1440])
  test(`a long list of models cuts a row off at ${width} px`, async ({ page, shop }) => {
    const { word, last } = await addModels(shop);
    await page.setViewportSize({ width, height: 900 });
    await open(page, `/search?q=${word}&make=Audi&model=${encodeURIComponent(last)}`);
    if (width < 1024) await page.getByRole("button", { name: "Filters" }).click();
    const rows = page.locator("label").filter({ has: page.locator("input[name=model]:visible") });
    await expect(rows.first()).toBeVisible();
    const shown = await rows.evaluateAll((all) => {
      const list = all[0]!.parentElement!.getBoundingClientRect();
      return all.map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return Math.min(1, Math.max(0, (list.bottom - top) / height));
      });
    });
    const cut = shown.find((part) => part < 1)!;
    expect(cut).toBeGreaterThan(0.3);
    expect(cut).toBeLessThan(0.7);
  });

/** Whether nothing covers the middle of an element. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === one;
  });
}

test("the keyboard skips the filters", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, "/search");
  const skip = page.getByRole("link", { name: "Skip to results" });
  await expect(skip).not.toBeInViewport();
  await tabTo(page, skip);
  await expect(skip).toBeInViewport({ ratio: 1 });
  await expect.poll(() => isOnTop(skip)).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const results = page.getByRole("region", { name: "Results" });
  await expect(results.getByRole("article").first().locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Shift+Tab");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(skip).toBeHidden();
});
