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
