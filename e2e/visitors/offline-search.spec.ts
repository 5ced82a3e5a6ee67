import type { Page } from "@playwright/test";
import { loaded, open } from "../steps/open-page.ts";
import { uniqueWord, type Shop } from "../steps/shop.ts";
import { expect, test } from "../shop-test.ts";

const results = (page: Page) => page.getByRole("region", { name: "Results" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const diesel = (page: Page) =>
  page.getByRole("complementary", { name: "Filters" }).getByRole("checkbox", { name: /^Diesel/ });

async function addTwoCars(shop: Shop) {
  const word = uniqueWord();
  const seller = await shop.signUp("Seller");
  for (const fuel of ["diesel", "petrol"] as const)
    await shop.addCar(seller, { name: `BMW ${word} ${fuel}`, fuel });
  return word;
}

test("a filter that is chosen offline is applied once the connection is back", async ({
  page,
  shop,
}) => {
  const word = await addTwoCars(shop);
  await open(page, `/search?q=${word}`);
  await diesel(page).check();
  await expect(results(page).getByRole("article")).toHaveCount(1);
  await page.context().setOffline(true);
  await page
    .getByRole("complementary", { name: "Filters" })
    .getByRole("checkbox", { name: /^Petrol/ })
    .check();
  await expect(results(page).getByRole("alert")).toContainText("We could not load the cars");
  // Not the number of other cars.
  await expect(heading(page)).toHaveText(`Used cars for “${word}”`);
  await page.context().setOffline(false);
  await expect(results(page).getByRole("article")).toHaveCount(2);
  await expect(heading(page)).toHaveText(`2 used cars for “${word}”`);
});

test("a brand's heading counts no cars if they fail to load", async ({ page, shop }) => {
  const word = await addTwoCars(shop);
  await open(page, `/products/1?q=${word}`);
  await expect(heading(page)).toHaveText("2 used BMW cars");
  await page.context().setOffline(true);
  const field = page.getByPlaceholder("Search BMW cars");
  await field.fill("other");
  await field.press("Enter");
  await expect(results(page).getByRole("alert")).toContainText("We could not load the cars");
  await expect(heading(page)).toHaveText("Used BMW cars");
  await page.context().setOffline(false);
  await expect(heading(page)).not.toHaveText("Used BMW cars");
});

test("a page that could not be opened offline loads once the connection is back", async ({
  page,
}) => {
  await open(page, "/blog");
  await loaded(page);
  await page.context().setOffline(true);
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  const failure = page.getByRole("main").getByRole("alert");
  await expect(failure).toContainText("You are offline. Check your connection, then try again.");
  await expect(failure).not.toContainText(/sign out/i);
  await page.context().setOffline(false);
  await expect(failure).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
});
