import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { DataFile } from "#shared/privacy/data-file-contract.ts";
import { expectAccessible } from "../steps/axe.ts";
import { clearSession, open, openAs, signIn } from "../steps/open-page.ts";
import { expectMessage } from "../steps/locators.ts";
import { expect, test } from "../shop-test.ts";

const account = "/dashboard/account";
const data = (page: Page) => page.getByRole("region", { name: "Your data", exact: true });
const leaving = (page: Page) =>
  page.getByRole("region", { name: "Delete my account", exact: true });
const leave = (page: Page) =>
  leaving(page).getByRole("button", { name: "Delete my account", exact: true });

async function download(page: Page): Promise<{ name: string; file: DataFile; text: string }> {
  const saved = page.waitForEvent("download");
  await data(page).getByRole("button", { name: "Download my data" }).click();
  const file = await saved;
  await expectMessage(page, "Your data was downloaded");
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), file: JSON.parse(text) as DataFile, text };
}

test("a buyer and a seller download their own data, and nothing about each other", async ({
  page,
  shop,
}) => {
  const buyer = await shop.signUp("Buyer");
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller);
  const booking = await shop.book(buyer, car);
  await shop.report(buyer, car);
  await openAs(page, buyer, account);
  const ofBuyer = await download(page);
  expect(ofBuyer.name).toBe("marque-data.json");
  expect(ofBuyer.file.account).toMatchObject({ email: buyer.email, role: "Buyer" });
  expect(ofBuyer.file.bookings).toMatchObject([{ id: booking, item: car.name, state: "held" }]);
  expect(ofBuyer.file.reports).toMatchObject([{ productId: car.id, outcome: null }]);
  expect(ofBuyer.text).not.toContain(seller.email);
  expect(ofBuyer.text).not.toContain(seller.name);
  // It is indented, so it can be read.
  expect(ofBuyer.text).toContain('\n  "account": {\n');

  await clearSession(page);
  await openAs(page, seller, account);
  const ofSeller = await download(page);
  expect(ofSeller.file.listings).toMatchObject([{ id: car.id, name: car.name }]);
  expect(ofSeller.file.sales).toMatchObject([{ id: booking, state: "held" }]);
  expect(ofSeller.text).not.toContain(buyer.email);
  expect(ofSeller.text).not.toContain(buyer.name);
});

test(
  "refuses to delete an account with a reserved car, with the reason",
  { tag: "@deep" },
  async ({ page, shop }) => {
    const buyer = await shop.signUp("Buyer");
    const cars = await shop.signUp("Seller");
    const car = await shop.addCar(cars);
    await openAs(page, buyer, account);
    await leave(page).click();
    // The booking is made elsewhere while the dialog is open.
    await shop.book(buyer, car);
    const question = page.getByRole("alertdialog", {
      name: `Delete the account of ${buyer.name}?`,
    });
    await expect(question).toContainText(buyer.email);
    await expect(question.getByRole("textbox", { name: "Password" })).toBeFocused();
    await question.getByRole("button", { name: "Delete my account" }).click();
    await expect(question.getByRole("alert")).toHaveText("Please enter your password.");
    await question.getByRole("textbox", { name: "Password" }).fill(buyer.password);
    await question.getByRole("button", { name: "Delete my account" }).click();
    const reason =
      "You have a reserved car. The booking must be canceled, or paid for and settled, first.";
    await expectMessage(page, reason);
    await expect(question).toHaveCount(0);
    await expect(leaving(page).getByRole("status")).toContainText(reason);
    await expect(leave(page)).toHaveCount(0);
    await expectAccessible(page);

    await open(page, "/dashboard/myorders");
    await page.getByRole("button", { name: `Cancel the booking for ${car.name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel booking" }).click();
    await expectMessage(page, `Canceled the booking for ${car.name}`);
    await open(page, account);
    await expect(leave(page)).toBeVisible();
  },
);

test("deleting an account signs out, blocks sign-in and removes the account from all lists", async ({
  page,
  shop,
}) => {
  const seller = await shop.signUp("Seller");
  const car = await shop.addCar(seller, { categoryId: 2 });
  await openAs(page, seller, account);
  await leave(page).press("Enter");
  const question = page.getByRole("alertdialog", { name: `Delete the account of ${seller.name}?` });
  const password = question.getByRole("textbox", { name: "Password" });
  await expectAccessible(page);
  await password.fill("Not!mine1");
  await password.press("Enter");
  await expect(question.getByRole("alert")).toHaveText("That password is not correct.");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(leave(page)).toBeFocused();
  await leave(page).press("Enter");
  await expect(password).toHaveValue("");
  await password.fill(seller.password);
  await password.press("Enter");
  await expectMessage(page, "Your account was deleted");
  await expect(page).toHaveURL("/");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

  await open(page, "/login");
  await signIn(page, seller);
  await expectMessage(page, "Invalid email or password");
  await open(page, account);
  await expect(page).toHaveURL(/\/login\?from=/);
  const shown = await page.request.get(`/api/products/2?search=${encodeURIComponent(car.name)}`);
  expect(await shown.text()).not.toContain(car.id);
  await openAs(page, await shop.admin(), `/dashboard/allusers?q=${seller.email}`);
  await expect(page.getByText("No matching users")).toBeVisible();
});

test(
  "an account with Google alone confirms its deletion with the email address",
  { tag: "@deep" },
  async ({ page }) => {
    const email = `leaving-${Math.random().toString(36).slice(2, 10)}@people.example`;
    await open(page, `/login?from=${account}`);
    await page.getByRole("main").getByRole("button", { name: "Continue with Google" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Choose an account" })).toBeVisible();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("textbox", { name: "Name" }).fill("Gala Goer");
    await page.getByRole("button", { name: "Continue" }).click();
    await leave(page).click();
    const question = page.getByRole("alertdialog", { name: "Delete the account of Gala Goer?" });
    const typed = question.getByRole("textbox", { name: "Your email" });
    await typed.fill("another@address.example");
    await typed.press("Enter");
    await expect(question.getByRole("alert")).toHaveText(
      "Please enter the email address of your account.",
    );
    await typed.fill(email);
    await typed.press("Enter");
    await expectMessage(page, "Your account was deleted");
  },
);

test(
  "a failed check of whether an account may be deleted offers a retry",
  { tag: "@deep" },
  async ({ page, shop }) => {
    await page.route("**/api/account/deletion", (route) =>
      route.fulfill({
        status: 429,
        json: { error: { code: "too_many_requests", message: "Slowly.", requestId: "r" } },
      }),
    );
    await openAs(page, await shop.signUp("Buyer"), account);
    await expect(leaving(page).getByRole("alert")).toContainText("Slowly.");
    await page.unroute("**/api/account/deletion");
    await leaving(page).getByRole("button", { name: "Retry" }).click();
    await expect(leave(page)).toBeVisible();
  },
);
