import type { Page } from "@playwright/test";
import { expectAccessible } from "../steps/axe.ts";
import { cardOf } from "../steps/locators.ts";
import { open } from "../steps/open-page.ts";
import { uniqueWord, type Shop } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const filters = (page: Page) => page.getByRole("complementary", { name: "Filters" });
const results = (page: Page) => page.getByRole("region", { name: "Results" });

/** Two cars whose names share a word, one of them below 20,000. */
async function addTwoCars(shop: Shop) {
  const word = uniqueWord();
  const seller = await shop.signUp("Seller");
  const cheap = await shop.addCar(seller, { name: `BMW ${word} One`, resalePrice: 18_000 });
  await shop.addCar(seller, {
    name: `BMW ${word} Two`,
    resalePrice: 42_000,
    originalPrice: 50_000,
  });
  return { word, cheap };
}

const wrong = [
  {
    label: "Year from",
    text: "20188",
    message: "Year from: enter a whole number from 0 to 9999, such as 2018.",
  },
  {
    label: "Price from",
    text: "1234567890123",
    message: "Price from: enter a number from $0 to $1,000,000,000,000, such as $20,000.",
  },
  { label: "Price to", text: "-5", message: /^Price to: enter a number from \$0/ },
  { label: "Price to", text: "abc", message: /^Price to: enter a number from \$0/ },
];

for (const form of ["server's", "browser's"] as const)
  test(`marks a number that a filter can't take in the ${form} form`, async ({ page, shop }) => {
    const { word } = await addTwoCars(shop);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/listings")) asked.push(request.url());
    });
    for (const { label, text, message } of wrong) {
      await open(page, `/search?q=${word}&priceMax=60000`);
      // Once a filter was changed, the form is that of the browser.
      if (form === "browser's") {
        await filters(page).getByLabel("Price to").fill("70k");
        await page.keyboard.press("Enter");
        await expect(filters(page).getByLabel("Price to")).toHaveValue("$70,000");
      }
      const before = page.url();
      const field = filters(page).getByLabel(label);
      await field.fill(text);
      await page.keyboard.press("Tab");
      await expect(field).toHaveValue(text);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(message);
      await expect(filters(page).getByRole("alert")).toBeInViewport();
      await expect(results(page).getByRole("article")).toHaveCount(2);
      expect(page.url()).toBe(before);
      // What is typed next is right.
      await field.fill("2");
      await expect(field).not.toHaveAttribute("aria-invalid");
      await expect(filters(page).getByRole("alert")).toHaveCount(0);
    }
    expect(asked.filter((url) => /20188|1234567890123|abc|-5/.test(url))).toEqual([]);
  });

test("keeps what a filter can't take while another filter is changed", async ({ page, shop }) => {
  const { word, cheap } = await addTwoCars(shop);
  await open(page, `/search?q=${word}`);
  const field = filters(page).getByLabel("Price to");
  await field.fill("abc");
  await page.keyboard.press("Enter");
  await filters(page).getByLabel("Price from").fill("10k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/search?q=${word}&priceMin=10000`);
  await expect(field).toHaveValue("abc");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await field.fill("20.000");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/search?q=${word}&priceMin=10000&priceMax=20000`);
  await expect(cardOf(page, cheap.name)).toBeVisible();
  await expect(results(page).getByRole("article")).toHaveCount(1);
});

test("the sheet stays open for a number that a filter can't take", async ({ page, shop }) => {
  const { word } = await addTwoCars(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/search?q=${word}`);
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const field = sheet.getByLabel("Price to");
  await field.fill("abc");
  await sheet.getByRole("button", { name: "Show 2 cars" }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("abc");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(/^Price to: enter a number from \$0 to/);
  await expectAccessible(page, [390]);
  // A folded section is opened.
  await sheet.locator("summary", { hasText: "Price" }).first().click();
  await expect(field).toBeHidden();
  await sheet.getByRole("button", { name: "Show 2 cars" }).click();
  await expect(field).toBeFocused();
  await sheet.getByRole("button", { name: "Clear filters" }).click();
  await expect(field).toHaveValue("");
  await expect(sheet.getByRole("alert")).toHaveCount(0);
  await field.fill("20.000");
  await sheet.getByRole("button", { name: "Show 1 car" }).click();
  await expect(page).toHaveURL(`/search?q=${word}&priceMax=20000`);
});

test("the sheet keeps what is typed over a number of the search's words", async ({
  page,
  shop,
}) => {
  const { word } = await addTwoCars(shop);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/search?q=${word}+under+50000`);
  await page.getByRole("button", { name: "Filters" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  const field = sheet.getByLabel("Price to");
  await expect(field).toHaveValue("$50,000");
  await field.fill("20k");
  await expect(sheet.getByRole("button", { name: "Show 1 car" })).toBeVisible();
  await expect(field).toHaveValue("20k");
  await field.fill("abc");
  await expect(sheet.getByRole("button", { name: "Show 2 cars" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("abc");
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form reads thousands as the free text does", async ({ page, shop }) => {
    const { word, cheap } = await addTwoCars(shop);
    await page.goto(`/search?q=${word}`);
    await filters(page).getByLabel("Price to").fill("20.000");
    await filters(page).getByRole("button", { name: "Apply filters" }).click();
    await expect(page).toHaveURL(`/search?q=${word}&priceMax=20000`);
    await expect(cardOf(page, cheap.name)).toBeVisible();
    await expect(results(page).getByRole("article")).toHaveCount(1);
  });
});
