import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../shop-test.ts";
import { expectAccessible } from "../steps/axe.ts";
import { cardOf } from "../steps/locators.ts";
import { loaded, open, openAs } from "../steps/open-page.ts";
import { uniqueWord } from "../steps/shop.ts";

const main = (page: Page) => page.getByRole("main");
const box = (page: Page) => page.getByRole("region", { name: "Price and booking" });
const bar = (page: Page) => page.getByRole("region", { name: "Book this car" });
const heading = (page: Page, name: string) =>
  main(page).getByRole("heading", { name, exact: true });

async function placeOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height, height };
}

test("at 1440 px, price and Book Now stay in view beside all sections of a car", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const car = await shop.addCar(await shop.signUp("Seller"));
  await open(page, `/cars/${car.id}`);
  await loaded(page);
  const { left } = await placeOf(box(page));
  for (const title of ["Facts", "Description", "Seller", "History"])
    expect((await placeOf(heading(page, title))).right, title).toBeLessThan(left);
  await heading(page, "History").evaluate((title) => title.scrollIntoView({ block: "center" }));
  await expect.poll(async () => (await placeOf(box(page))).top).toBe(96);
  for (const name of ["Book Now", "Save", "Compare"])
    await expect(box(page).getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(box(page).getByText("$24,500", { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(bar(page)).toBeHidden();
});

test("at 390 px, a bar of 64 px has price and Book Now once the button is out of view", async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const car = await shop.addCar(await shop.signUp("Seller"));
  await openAs(page, await shop.signUp("Buyer"), `/cars/${car.id}`);
  await loaded(page);
  const bookNow = box(page).getByRole("button", { name: "Book Now" });
  await expect(bookNow).toBeInViewport();
  await expect(bar(page)).toHaveCount(0);
  await heading(page, "Seller").scrollIntoViewIfNeeded();
  await expect(bookNow).not.toBeInViewport();
  await expect(bar(page)).toHaveCSS("translate", "none");
  await expect
    .poll(() => placeOf(bar(page)))
    .toEqual({ left: 0, top: 780, right: 390, bottom: 844, height: 64 });
  await expect(bar(page)).toContainText("$24,500");
  await expectAccessible(page);

  // The dialog gives the focus back to the bar, without a jump to the button at the top.
  const opener = bar(page).getByRole("button", { name: "Book Now" });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await expect(bookNow).not.toBeInViewport();

  // It stands on the cars to compare, and covers nothing of them.
  await cardOf(page, await main(page).getByRole("article").first().getByRole("heading").innerText())
    .getByRole("button", { name: /^Compare / })
    .click();
  const compared = page.getByRole("region", { name: "Cars to compare" });
  await expect(compared).toBeVisible();
  expect((await placeOf(bar(page))).bottom).toBeLessThanOrEqual((await placeOf(compared)).top);

  await bookNow.scrollIntoViewIfNeeded();
  await expect(bar(page)).toHaveCount(0);
});

test("a car's page leads back to the results that it was opened from", async ({ page, shop }) => {
  const seller = await shop.signUp("Seller");
  const word = uniqueWord();
  for (const at of [1, 2, 3, 4]) await shop.addCar(seller, { name: `BMW ${word} ${at}` });
  const cars = `/search?q=${word}`;
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, cars);
  const card = main(page).getByRole("article").last();
  await card.getByRole("link", { name: "Details" }).click();
  const back = main(page).getByRole("link", { name: "Back to 4 cars" });
  await expect(back).toBeVisible();
  expect((await placeOf(back)).height).toBeGreaterThanOrEqual(32);

  await back.click();
  await expect(page).toHaveURL(cars);
  await expect(card).toBeInViewport();

  // After Forward, too.
  await page.goForward();
  await expect(back).toBeVisible();

  await page.reload();
  await expect(main(page).getByRole("link", { name: "All BMW cars" })).toBeVisible();
  await expect(back).toHaveCount(0);
});
