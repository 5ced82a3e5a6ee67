import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { failRequests } from "../steps/fail-requests.ts";
import { open } from "../steps/open-page.ts";
import { uniqueWord, type Shop } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const field = (page: Page) =>
  page.getByRole("main").getByRole("combobox", { name: "Make, model or any words" });
const list = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });
const recent = (page: Page) => page.getByRole("listbox", { name: "Recent searches" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

/** A model that only one car has. */
async function addModel(shop: Shop): Promise<string> {
  const model = uniqueWord();
  const seller = await shop.signUp("Seller");
  await shop.addCar(seller, { name: `Audi ${model}`, categoryId: 3, model });
  return model;
}

test("a search field suggests models and remembers searches", async ({ page, shop }) => {
  const model = await addModel(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/");
  await field(page).click();
  await page.keyboard.type(`audi ${model.slice(0, -1)}`);
  await expect(list(page)).toBeVisible();
  await expect(options(page)).toHaveText([`Audi ${model}1 car`]);
  await expect(field(page)).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options(page)).toHaveAttribute("aria-selected", "true");
  const active = await options(page).getAttribute("id");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", active!);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/search?make=Audi&model=${model}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 used car");
  await expect(field(page)).toHaveValue("");

  // Searches are listed in an empty field, and can be removed.
  await field(page).fill("diesel");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/search?q=diesel&make=Audi&model=${model}`);
  // The code that remembers it may still be loading, and opening another page at once would end it.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("diesel");
  // Searching closes the list, and the field keeps the focus.
  await open(page, "/search");
  await field(page).fill("audi");
  await expect(list(page)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=audi");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("for “audi”");
  await expect(list(page)).toBeHidden();
  await open(page, "/");
  await field(page).click();
  await expect(recent(page)).toBeVisible();
  const searched = ["audi", "diesel", `Audi ${model}`];
  await expect(options(page)).toHaveText([...searched, "Clear recent searches"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await expect(options(page)).toHaveText(["diesel", `Audi ${model}`, "Clear recent searches"]);
  await options(page).nth(1).click();
  await expect(page).toHaveURL(`/search?make=Audi&model=${model}`);
});

test(
  "suggestions on a brand's page keep its filters and lead to other brands",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const model = await addModel(shop);
    await open(page, "/products/3?priceMin=1");
    await field(page).fill(model);
    await expect(options(page)).toHaveText([`Audi ${model}1 car`]);
    await options(page).click();
    await expect(page).toHaveURL(`/products/3?model=${model}&priceMin=1`);
    await field(page).fill("bmw");
    await expect(options(page).first()).toHaveText(/^BMW\d+ cars?$/);
    await options(page).first().click();
    await expect(page).toHaveURL("/search?make=BMW&priceMin=1");
  },
);

test(
  "Escape closes suggestions before it closes the header's search",
  { tag: "@deep" },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/products/1");
    await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
    const inHeader = page.getByRole("banner").getByRole("combobox");
    await expect(inHeader).toBeFocused();
    await page.keyboard.type("bmw");
    await expect(list(page)).toBeVisible();
    await expectAccessible(page, [390]);
    // From the first option up to the field, then to the last option.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await expect(inHeader).not.toHaveAttribute("aria-activedescendant");
    await page.keyboard.press("ArrowUp");
    await expect(options(page).last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await expect(list(page)).toBeHidden();
    await expect(inHeader).toHaveValue("bmw");
    await expect(inHeader).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(list(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(inHeader).toBeHidden();
  },
);

test(
  "late suggestions do not replace those of a newer text",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const model = await addModel(shop);
    await open(page, "/search");
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/suggestions\?q=bmw$/, async (route) => {
      await released;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest(/suggestions\?q=bmw$/);
    const aborted = page.waitForEvent("requestfailed", (request) =>
      request.url().endsWith("suggestions?q=bmw"),
    );
    await field(page).fill("bmw");
    await asked;
    await field(page).fill(model);
    await expect(options(page)).toHaveText([`Audi ${model}1 car`]);
    release();
    await aborted;
    await expect(options(page)).toHaveText([`Audi ${model}1 car`]);
  },
);

test(
  "a field whose suggestions fail still searches, and says nothing",
  { tag: "@deep" },
  async ({ page }) => {
    await failRequests(page, /\/api\/listings\/suggestions/);
    await open(page, "/");
    const failed = page.waitForResponse(/suggestions\?q=bmw/);
    await field(page).fill("bmw");
    await failed;
    await expect(list(page)).toBeHidden();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/search?q=bmw");
  },
);

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("a suggestion and its removal are a tap", { tag: "@deep" }, async ({ page, shop }) => {
    const model = await addModel(shop);
    await open(page, "/");
    await field(page).tap();
    await page.keyboard.type(model);
    // The first letters alone have other suggestions.
    await options(page).filter({ hasText: model }).tap();
    await expect(page).toHaveURL(`/search?make=Audi&model=${model}`);
    await open(page, "/");
    await field(page).tap();
    await options(page).first().getByTitle("Remove").tap();
    await expect(recent(page)).toBeHidden();
    await expect(field(page)).toBeFocused();
  });
});
