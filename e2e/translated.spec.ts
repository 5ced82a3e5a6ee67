import type { Page } from "@playwright/test";
import { open } from "./steps/open-page.ts";
import { translatePages } from "./steps/translate-pages.ts";
import { expect, test } from "./shop-test.ts";

test.beforeEach(({ page }) => translatePages(page));

async function expectWorking(page: Page): Promise<void> {
  await expect(page.getByText("Something went wrong!!!")).toHaveCount(0);
}

test("a translated page says what is missing and signs in", async ({ page, shop }) => {
  const buyer = await shop.signUp("Buyer");
  await open(page, "/login");
  await page.getByRole("main").getByRole("button", { name: "«Login»", exact: true }).click();
  await expect(page.getByRole("alert").first()).toHaveText("«Email is required.»");
  await page.getByRole("main").locator("[name=email]").fill(buyer.email);
  await page.getByRole("main").locator("[name=password]").fill(buyer.password);
  await page.getByRole("main").getByRole("button", { name: "«Login»", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expectWorking(page);
});

test("a translated forgot-password form confirms the email", async ({ page }) => {
  await open(page, "/forgot-password");
  await page.getByRole("main").getByRole("textbox").fill("someone@example.com");
  await page.getByRole("main").getByRole("button").first().click();
  await expect(page.getByRole("main")).toContainText("someone@example.com");
  await expectWorking(page);
});

test("a translated search counts the cars under its filters", async ({ page }) => {
  await open(page, "/products/1");
  const count = page.getByRole("heading", { level: 1 });
  const before = await count.textContent();
  await page.getByLabel("Sort").selectOption("price-asc");
  await expect(page).toHaveURL(/sort=price-asc/);
  await page.mouse.move(100, 500);
  await page.getByRole("main").locator("input[type=checkbox]").first().check();
  await expect(count).not.toHaveText(before ?? "");
  await expectWorking(page);
});
