import type { Page } from "@playwright/test";
import { listingPath } from "#shared/listings/listing-path.ts";
import { expectAccessible } from "../steps/axe.ts";
import { clearSession, open, openAs } from "../steps/open-page.ts";
import { chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { runSql } from "../steps/database.ts";
import { sell, type Sale } from "../steps/pay-by-api.ts";
import type { Car, Shop } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

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
  await chooseInRow(rowOf(page, car.name), `Sale details of ${car.name}`);
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

/** Adds sales like this one with a review each, the newest first. */
async function addReviews(shop: Shop, { booking, seller }: Sale, reviews: number): Promise<void> {
  const cars: Car[] = [];
  for (let at = 0; at < reviews; at += 1) cars.push(await shop.addCar(seller));
  const listings = cars.map(({ id }) => `'${id}'`).join(", ");
  await runSql(`
    do $$
    declare
      copied text;
      listing uuid;
      sale uuid;
      days int := 20;
    begin
      select string_agg(quote_ident(column_name), ', ') into copied from information_schema.columns
      where table_schema = 'public' and table_name = 'booking' and is_generated = 'NEVER'
        and column_name not in ('id', 'listing_id');
      foreach listing in array array[${listings}]::uuid[] loop
        sale := gen_random_uuid();
        days := days + 1;
        execute format('insert into booking (id, listing_id, %s) select %L, %L, %s from booking where id = %L',
          copied, sale, listing, copied, '${booking}');
        insert into review (id, booking_id, side, author_id, subject_id, stars, text, created_at, visible_from)
        select gen_random_uuid(), sale, 'buyer', booking.buyer_id, listing_.seller_id, 4, 'Review of day ' || days,
          now() - make_interval(days => days), now() - interval '1 day'
        from booking join listing as listing_ on listing_.id = booking.listing_id where booking.id = sale;
      end loop;
    end $$`);
}

test("a visitor reads all reviews of a seller, also after a failed attempt", async ({
  page,
  shop,
}) => {
  const sale = await sell(shop);
  await addReviews(shop, sale, 23);
  const next = await shop.addCar(sale.seller);
  await open(page, listingPath({ ...next, _id: next.id }));
  const main = page.getByRole("main");
  await expect(main).toContainText("23 reviews by buyers");
  await main.getByText("Show 21 more").click();
  const more = main.getByRole("button", { name: "Show more reviews" });
  await expect(main.getByText("10 of 23 reviews are shown.")).toBeVisible();
  await expectAccessible(page);

  await page.route("**/api/listings/*/reviews?*", (route) => route.abort());
  await more.click();
  await expect(main.getByText("The reviews could not be loaded.")).toBeVisible();
  await page.unroute("**/api/listings/*/reviews?*");
  await more.focus();
  await page.keyboard.press("Enter");
  await expect(main.getByText("20 of 23 reviews are shown.")).toBeVisible();
  // The focus is on the first review of the page, so the next key continues there.
  await expect(page.locator("li:focus")).toContainText("Review of day 31");
  await page.keyboard.press("Tab");
  await expect(page.locator("a:focus")).toHaveAccessibleName(/^Report this review/);
  await more.click();
  await expect(main.getByText("23 of 23 reviews are shown.")).toBeVisible();
  await expect(more).toHaveCount(0);
  await expect(page.locator("li:focus")).toContainText("Review of day 41");
  await expect(main.getByRole("link", { name: /^Report this review/ })).toHaveCount(23);
  await expectAccessible(page);
});
