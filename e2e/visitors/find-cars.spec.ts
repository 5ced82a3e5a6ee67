import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { cardOf, expectMessage, rowOf } from "../steps/locators.ts";
import { clearSession, loaded, open, openAs } from "../steps/open-page.ts";
import { pictures } from "../steps/photos.ts";

const results = (page: Page) => page.getByRole("region", { name: "Results" });
const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test(
  "Back and a reload restore several filters, the order and the scroll position",
  { tag: "@deep" },
  async ({ page }) => {
    const state = "/search?make=Audi&fuel=diesel&priceMax=40000&yearMax=2018&sort=price-desc";
    await open(page, state);
    await filters(page).getByRole("checkbox", { name: /^BMW/ }).check();
    await expect(page).toHaveURL(/[?&]make=BMW&.*fuel=diesel/);
    // Until the answer is here, the page shows the cars of before.
    await expect(results(page).getByRole("heading", { name: /^BMW/ }).first()).toBeVisible();
    await loaded(page);
    const address = page.url();
    const readNames = () => results(page).getByRole("heading").allTextContents();
    const names = await readNames();
    const card = results(page).getByRole("article").nth(15);
    await card.scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(1_000);

    const isRestored = async () => {
      await expect(page).toHaveURL(address);
      await expect.poll(() => scrolled(page)).toBe(before);
      await expect(card).toBeInViewport();
      await expect.poll(readNames).toEqual(names);
      for (const name of [/^BMW/, /^Audi/, /^Diesel/])
        await expect(filters(page).getByRole("checkbox", { name })).toBeChecked();
      await expect(filters(page).getByLabel("Price to")).toHaveValue("$40,000");
      await expect(page.getByLabel("Sort")).toHaveValue("price-desc");
    };
    await card.getByRole("link").first().click();
    await expect(page).toHaveURL(/\/cars\//);
    await expect(page.getByRole("button", { name: "Report" }).first()).toBeVisible();
    await page.goBack();
    await isRestored();
    await page.reload();
    await loaded(page);
    await isRestored();
  },
);

test("results change without a jump of the page", { tag: "@deep" }, async ({ page }) => {
  await open(page, "/search?yearMax=2019");
  await loaded(page);
  const choice = filters(page).getByRole("checkbox", { name: /^Diesel/ });
  await choice.scrollIntoViewIfNeeded();
  // A wheel scrolls in steps, and the places below would be read between two of them.
  await page.evaluate(() => scrollBy({ top: 120, behavior: "instant" }));
  const topOf = async (part: Locator) => Math.round((await part.boundingBox())!.y);
  const places = async () => ({
    page: await scrolled(page),
    choice: await topOf(choice),
    results: await topOf(results(page)),
  });
  const before = await places();
  expect(before.page).toBeGreaterThan(0);
  const heading = page.getByRole("heading", { level: 1 });
  const words = await heading.textContent();
  for (const isChecked of [true, false]) {
    await choice.setChecked(isChecked);
    await expect(results(page)).toHaveAttribute("aria-busy", "false");
    if (isChecked) await expect(heading).not.toHaveText(words!);
    else await expect(heading).toHaveText(words!);
    expect(await places()).toEqual(before);
  }
});

test("a buyer reports a car on its page", { tag: "@deep" }, async ({ page, shop }) => {
  const car = await shop.addCar(await shop.signUp("Seller"));
  await openAs(page, await shop.signUp("Buyer"), `/cars/${car.id}`);
  await page.getByRole("main").getByRole("button", { name: "Report" }).first().click();
  const question = page.getByRole("alertdialog", {
    name: `Do you want to report this product named ${car.name}`,
  });
  await question.getByLabel("Reason").selectOption("The price is misleading");
  await question.getByRole("button", { name: "Report" }).click();
  await expectMessage(page, `${car.name} reported successfully!`);
  await clearSession(page);
  await openAs(page, await shop.admin(), "/dashboard/reportitem");
  await expect(rowOf(page, car.name)).toContainText("“The price is misleading”");
});

test(
  "a seller adds a car with several photos in their own order",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const product = newProduct();
    await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
    await fillProduct(page, product);
    await page.getByLabel("Image").setInputFiles(await pictures(4));
    const photos = page.getByRole("list", { name: "Photos" }).getByRole("listitem");
    await expect(photos).toHaveCount(4);
    for (const at of [1, 2, 3, 4]) {
      await page.getByRole("button", { name: `Add text for photo ${at}` }).click();
      await page.getByLabel(`Text for photo ${at}`, { exact: true }).fill(`View ${at}`);
    }
    await page.getByRole("button", { name: "Use photo 3 as the cover" }).click();
    await page.getByRole("button", { name: "Remove photo 4" }).click();
    await sendProduct(page);
    await expectMessage(page, "Product Add Successful");
    await open(page, `/products/3?q=${encodeURIComponent(product.name)}`);
    await cardOf(page, product.name).getByRole("link", { name: product.name }).click();
    const gallery = page.getByRole("group", { name: `Photos of ${product.name}` });
    await expect(gallery.getByRole("img")).toHaveCount(3);
    const texts = gallery
      .getByRole("img")
      .evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
    expect(await texts).toEqual(["View 3", "View 1", "View 2"]);
  },
);

for (const { path, where, tag } of [
  { path: "/", where: "the home page", tag: [] },
  { path: "/products/1", where: "a brand's page", tag: "@deep" },
])
  test(
    `on ${where}, a card's picture books and its name leads to the car`,
    { tag },
    async ({ page, shop }) => {
      const car = await shop.addCar(await shop.signUp("Seller"), { advertised: true });
      await openAs(page, await shop.signUp("Buyer"), path);
      const card = cardOf(page, car.name);
      await card.scrollIntoViewIfNeeded();
      const picture = (await card.getByRole("img").first().boundingBox())!;
      const before = await scrolled(page);
      await page.mouse.click(picture.x + picture.width / 2, picture.y + picture.height / 2);
      const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
      await expect(dialog.getByLabel("Item")).toHaveValue(car.name);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(path);
      expect(await scrolled(page)).toBe(before);
      await card.getByRole("link", { name: car.name }).click();
      await expect(page).toHaveURL(new RegExp(`/cars/.*${car.id}$`));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(car.name);
    },
  );

test(
  "four chosen cars fit beside the buttons of a phone, and are offered on the empty comparison",
  { tag: "@deep" },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/search");
    for (const at of [0, 1, 2, 3])
      await results(page)
        .getByRole("article")
        .nth(at)
        .getByRole("button", { name: /compar/i })
        .click();
    await expect(page.getByRole("region", { name: "Cars to compare" })).toBeVisible();
    await open(page, "/compare");
    await page.getByRole("link", { name: "Compare 4 cars" }).click();
    await expect(page.getByRole("columnheader")).not.toHaveCount(0);
    await open(page, "/search");
    const bar = page.getByRole("region", { name: "Cars to compare" });
    // Nothing covers the button.
    await bar.getByRole("button", { name: "Clear" }).click({ timeout: 10_000 });
    await expect(bar).toHaveCount(0);
  },
);

test("a pasted link to a car opens it, with whatever stands around it", async ({ page }) => {
  await open(page, "/search");
  await loaded(page);
  const link = results(page).getByRole("article").first().getByRole("heading").getByRole("link");
  const name = await link.textContent();
  const path = (await link.getAttribute("href"))!;
  const field = page.getByRole("main").getByRole("combobox", { name: "Make, model or any words" });
  await field.fill(` <https://shop.example${path}>. `);
  await field.press("Enter");
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name!);
  for (const address of [`/search?q=${encodeURIComponent(`(${path})`)}`, `${path}.`, `${path}),`]) {
    await page.goto(address);
    await expect(page).toHaveURL(path);
  }
});

test("stacked marks of a name do not cover what is above the name", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, "/search");
  await loaded(page);
  const card = results(page).getByRole("article").first();
  await card.scrollIntoViewIfNeeded();
  const { x, y, width } = (await card.getByRole("heading").boundingBox())!;
  const above = () => page.screenshot({ clip: { x, y: y - 60, width, height: 50 } });
  const before = await above();
  await card
    .getByRole("heading")
    .getByRole("link")
    .evaluate((link) => {
      link.firstChild!.nodeValue = `B${"\u0310".repeat(60)}${link.textContent.slice(1)}`;
    });
  expect(await above()).toEqual(before);
});
