import type { Page } from "@playwright/test";
import { listingPath } from "#shared/listings/listing-path.ts";
import { expectAccessible } from "./steps/axe.ts";
import { clearSession, open, openAs } from "./steps/open-page.ts";
import { expectMessage, rowOf } from "./steps/locators.ts";
import { sell } from "./steps/pay-by-api.ts";
import { expect, test } from "./shop-test.ts";

async function writeReview(page: Page, stars: string, text: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expect(dialog.getByText("Choose 1 to 5 stars.")).toBeVisible();
  await dialog.getByLabel(stars, { exact: true }).check();
  await dialog.getByLabel("Your review").fill(text);
  await dialog.getByRole("button", { name: "Send review" }).click();
  await expectMessage(page, "Review written");
}

test("buyer and seller review each other, and an admin removes a reported review", async ({
  page,
  shop,
}) => {
  test.slow();
  const { buyer, seller, car } = await sell(shop);
  const next = await shop.addCar(seller);
  const nextPath = listingPath({ ...next, _id: next.id });
  const reviews = page.getByRole("list", { name: "Reviews by sale" });

  await openAs(page, buyer, "/dashboard/myorders");
  await page.getByRole("link", { name: `Write a review of the seller of ${car.name}` }).click();
  await reviews.getByRole("button", { name: /^Write a review of the seller/ }).click();
  await expectAccessible(page);
  await writeReview(page, "2 stars", "The <b>seller</b> was late.");
  await expect(reviews).toContainText("Hidden until the seller has written too");
  await expectAccessible(page);

  await openAs(page, seller, "/dashboard/myproduct");
  await page.getByRole("link", { name: `Review the buyer of ${car.name}` }).click();
  await expect(reviews).toContainText("Nothing to read yet.");
  await reviews.getByRole("button", { name: /^Write a review of the buyer/ }).click();
  await writeReview(page, "5 stars", "Paid at once.");
  await expect(reviews).toContainText("The <b>seller</b> was late.");
  await reviews.getByRole("button", { name: /^Answer/ }).click();
  await page.getByLabel("Your answer").fill("There was a storm.");
  await page.getByRole("button", { name: "Publish answer" }).click();
  await expectMessage(page, "Answer published");

  await clearSession(page);
  await open(page, nextPath);
  const shown = page.getByRole("main");
  await expect(shown).toContainText("1 review by buyers");
  await expect(shown).toContainText("The seller answers: There was a storm.");
  await expectAccessible(page);

  await openAs(page, seller, nextPath);
  await shown.getByRole("link", { name: /^Report this review/ }).click();
  const question = page.getByRole("alertdialog", { name: "Report this review?" });
  await question.getByLabel("Reason").fill("There was a storm");
  await question.getByRole("button", { name: "Report" }).click();
  await expectMessage(page, "Review reported");

  await openAs(page, await shop.admin(), "/dashboard/reportedreviews");
  await expect(rowOf(page, car.name)).toContainText("There was a storm");
  await expectAccessible(page);
  await page.getByRole("button", { name: `Remove the review of ${car.name}` }).click();
  const removal = page.getByRole("alertdialog");
  await removal.getByLabel("Reason").fill("Not about the sale");
  await removal.getByRole("button", { name: "Remove" }).click();
  await expectMessage(page, `Review of ${car.name} removed`);
  await expect(rowOf(page, car.name)).toHaveCount(0);

  await clearSession(page);
  await open(page, nextPath);
  await expect(shown).toContainText("No reviews by buyers yet.");
});
