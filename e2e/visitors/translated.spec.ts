import type { Page } from "@playwright/test";
import { fillProduct, newProduct, sendProduct } from "../steps/add-product.ts";
import { cardOf, chooseInRow, expectMessage, rowOf } from "../steps/locators.ts";
import { open, openAs, signIn } from "../steps/open-page.ts";
import { expectPaid, payWith } from "../steps/pay.ts";
import { newUser, uniqueWord } from "../steps/shop.ts";
import { fillSignUp, sendSignUp } from "../steps/sign-up.ts";
import { watchPage } from "../steps/watch-page.ts";
import { expect, test } from "../shop-test.ts";

const diesel = (page: Page) =>
  page.getByRole("complementary", { name: "Filters" }).getByRole("checkbox", { name: /^Diesel/ });

test.describe("on pages that are translated once they are interactive", () => {
  test.use({ translation: "late" });
  let faults: string[];
  test.beforeEach(({ page, baseURL }) => {
    ({ faults } = watchPage(page, new URL(baseURL!).origin));
  });
  test.afterEach(async ({ page }) => {
    await expect(page.locator("main font").first()).toBeAttached();
    await expect(page.getByText("Something went wrong!!!")).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test("a buyer signs in after a refusal", async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    const main = page.getByRole("main");
    await open(page, "/login");
    await main.getByRole("button", { name: "Login", exact: true }).click();
    await expect(main.getByRole("alert").first()).toHaveText("Email is required.");
    await signIn(page, buyer);
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("heading", { name: `Welcome, ${buyer.name}` })).toBeVisible();
  });

  test("a forgot-password form confirms the email", async ({ page }) => {
    await open(page, "/forgot-password");
    await page.getByRole("main").getByRole("textbox").fill("someone@example.com");
    await page.getByRole("main").getByRole("button").first().click();
    await expect(page.getByRole("main")).toContainText("someone@example.com");
  });

  test("a buyer signs up and changes their name", async ({ page }) => {
    await open(page, "/signup");
    await sendSignUp(page);
    await expect(page.getByText("Name is required.")).toBeVisible();
    await fillSignUp(page, newUser());
    await sendSignUp(page);
    await expectMessage(page, "User Registration Successful!!");
    await page.getByRole("main").getByRole("link", { name: "Your account" }).click();
    const photo = page.getByRole("region", { name: "Name and photo", exact: true });
    await photo.getByLabel("Name").fill("");
    await photo.getByRole("button", { name: "Save name" }).click();
    await expect(photo.getByRole("alert")).toHaveText("Name is required.");
    await photo.getByLabel("Name").fill("Grace");
    await photo.getByRole("button", { name: "Save name" }).click();
    await expectMessage(page, "Your name was changed");
    await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { name: "Welcome, Grace" })).toBeVisible();
  });

  test("a seller adds a car and edits it", async ({ page, shop }) => {
    const product = newProduct();
    await openAs(page, await shop.signUp("Seller"), "/dashboard/addproduct");
    await sendProduct(page);
    await expect(page.getByText("Name is required.")).toBeVisible();
    await fillProduct(page, product);
    await expect(page.getByText("Name is required.")).toHaveCount(0);
    await sendProduct(page);
    await expectMessage(page, "Product Add Successful");
    const row = rowOf(page, product.name);
    await expect(row).toContainText("$32,500");
    await chooseInRow(row, `Edit ${product.name}`);
    await page.getByLabel("Resale price").fill("22,000");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectMessage(page, "Changes saved");
    await expect(row).toContainText("$22,000");
  });

  test("a buyer books a car and pays", async ({ page, shop }) => {
    const car = await shop.addCar(await shop.signUp("Seller"));
    await openAs(page, await shop.signUp("Buyer"), "/products/1");
    const card = cardOf(page, car.name);
    await card.getByRole("button", { name: "Book Now" }).click();
    const dialog = page.getByRole("dialog", { name: "Booking Confirmation" });
    await dialog.getByLabel("Phone").fill("+351 900 000 000");
    await dialog.getByLabel("Location").fill("Porto");
    await dialog.getByRole("button", { name: /^Book for / }).click();
    await expectMessage(page, "Booking Successfully Submitted");
    await expect(card).toContainText("Reserved by you");
    await page
      .getByRole("region", { name: `Reserved for you: ${car.name}` })
      .getByRole("link", { name: "My Orders" })
      .click();
    await rowOf(page, car.name)
      .getByRole("link", { name: `Pay for ${car.name}` })
      .click();
    await payWith(page, "4242424242424242");
    await expectPaid(page);
  });

  test("a buyer cancels a booking", async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    const car = await shop.addCar(await shop.signUp("Seller"));
    await shop.book(buyer, car);
    await openAs(page, buyer, "/dashboard/myorders");
    const order = rowOf(page, car.name);
    await order.getByRole("button", { name: `Cancel the booking for ${car.name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel booking" }).click();
    await expectMessage(page, `Canceled the booking for ${car.name}`);
    await expect(order).toContainText("canceled");
    await expect(order).not.toContainText("Held until");
  });

  test("an admin verifies a seller", async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    await openAs(page, await shop.admin(), `/dashboard/allseller?q=${seller.email}`);
    const row = rowOf(page, seller.email);
    await row.getByRole("button", { name: `Verify ${seller.name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
    await expectMessage(page, `Seller ${seller.name} verified!`);
    await expect(row.getByText("Verified", { exact: true })).toBeVisible();
    await expect(row.getByRole("button", { name: `Verify ${seller.name}` })).toHaveCount(0);
  });

  test("a search counts its cars, opens the next ones and is saved", async ({ page, shop }) => {
    const seller = await shop.signUp("Seller");
    const word = uniqueWord();
    for (const fuel of ["diesel", "petrol", "petrol"] as const)
      await shop.addCar(seller, { name: `BMW ${word} ${fuel}`, fuel });
    await openAs(page, await shop.signUp("Buyer"), `/search?q=${word}`);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText(`3 used cars for “${word}”`);
    await diesel(page).check();
    await expect(heading).toHaveText(`1 used car for “${word}”`);
    await expect(diesel(page)).toHaveAccessibleName("Diesel 1 car");
    await diesel(page).uncheck();
    await expect(heading).toHaveText(`3 used cars for “${word}”`);
    await page.getByRole("button", { name: "Save search" }).click();
    const dialog = page.getByRole("dialog", { name: "Save this search" });
    await dialog.getByLabel("Name").fill("Weekend car");
    await dialog.getByRole("button", { name: "Save search" }).click();
    await expect(page.getByRole("link", { name: "Search saved" })).toBeVisible();

    await open(page, "/search");
    const shown = page.getByRole("region", { name: "Results" }).getByRole("article");
    const first = await shown.first().getByRole("heading").textContent();
    const pages = page.getByRole("navigation", { name: "Pages" });
    const before = (await pages.textContent())!;
    await pages.getByRole("link", { name: "Next cars" }).click();
    await expect(pages).not.toHaveText(before);
    await expect(shown.first().getByRole("heading")).not.toHaveText(first!);
  });
});

test.describe("on pages that are translated before their scripts run", () => {
  test.use({ translation: "early" });

  test("filters work and count", async ({ page, shop }) => {
    const word = uniqueWord();
    const seller = await shop.signUp("Seller");
    for (const fuel of ["diesel", "petrol"] as const)
      await shop.addCar(seller, { name: `BMW ${word} ${fuel}`, fuel });
    await open(page, `/products/1?q=${word}`);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toHaveText("2 used BMW cars");
    await diesel(page).check();
    await expect(heading).toHaveText(/^1 used .*BMW/);
    await expect(page.getByRole("region", { name: "Results" }).getByRole("article")).toHaveCount(1);
  });

  test("a buyer signs in", async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    await open(page, "/login");
    await signIn(page, buyer);
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("heading", { name: `Welcome, ${buyer.name}` })).toBeVisible();
  });
});
